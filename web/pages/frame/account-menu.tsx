import { BookOpen, Keyboard, LogOut, Settings2 } from 'lucide';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon, type IconNode } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { askToSignIn, type Session, session, signOut } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { Appearance } from './appearance.tsx';
import { openShortcuts } from './shortcuts.ts';
import './account-menu.css';

/** Who is signed in, and everything that is theirs: appearance, language, help, signing out. For guests a way to sign in. */
export function AccountMenu() {
  const user = session.value?.user;
  if (user) return <UserMenu user={user} />;
  return (
    <div class="account-guest">
      <GuestMenu />
      <Button kind="primary" onClick={askToSignIn}>
        {texts.value.common.signIn}
      </Button>
    </div>
  );
}

/** For whoever is not signed in. */
export const GuestMenu = () => (
  <Popover label={texts.value.common.settings} button={<Icon of={Settings2} />}>
    {(close) => (
      <div class="account">
        <Appearance />
        <Links close={close} />
      </div>
    )}
  </Popover>
);

const UserMenu = ({ user }: { readonly user: NonNullable<Session['user']> }) => (
  <Popover label={texts.value.common.account(user.name)} class="account-button" button={<Avatar user={user} />}>
    {(close) => (
      <div class="account">
        <div class="account-person">
          <Avatar user={user} size={40} />
          <div>
            <p class="account-name">{user.name}</p>
            <p class="account-email">{user.email}</p>
            {user.admin && <p class="account-role">{texts.value.common.administrator}</p>}
          </div>
        </div>
        <Appearance />
        <Links close={close} />
        <div class="account-links">
          <Row icon={LogOut} text={texts.value.common.signOut} run={() => void signOut().catch(sayFault)} />
        </div>
      </div>
    )}
  </Popover>
);

const Links = ({ close }: { readonly close: () => void }) => (
  <div class="account-links">
    <Row
      icon={Keyboard}
      text={texts.value.common.shortcuts}
      hint="?"
      run={() => {
        close();
        openShortcuts();
      }}
    />
    <a class="account-link" href="/api/docs" target="_blank" rel="noopener">
      <Icon of={BookOpen} />
      <span>{texts.value.common.docs}</span>
    </a>
  </div>
);

interface RowProps {
  readonly icon: IconNode;
  readonly text: string;
  readonly hint?: string;
  readonly run: () => void;
}

const Row = ({ icon, text, hint, run }: RowProps) => (
  <button type="button" class="account-link" onClick={run}>
    <Icon of={icon} />
    <span>{text}</span>
    {hint && <kbd>{hint}</kbd>}
  </button>
);
