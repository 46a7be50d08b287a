import { BookOpen, Keyboard, LogOut, UserRound } from 'lucide';
import { pageAddresses } from '../../../model/page-addresses.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Icon, type IconNode } from '../../parts/icon.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { session, signOut } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { Appearance } from './appearance.tsx';
import { openShortcuts } from './shortcuts.ts';
import './account-panel.css';

/** What the account menu holds: for guests only how everything looks, and help. */
export function AccountPanel({ close }: { readonly close: () => void }) {
  const user = session.value?.user;
  return (
    <div class="account">
      {user && (
        <div class="account-person">
          <Avatar user={user} size={40} />
          <div>
            <p class="account-name">{user.name}</p>
            <p class="account-email">{user.email}</p>
            {user.admin && <p class="account-role">{texts.value.common.administrator}</p>}
          </div>
        </div>
      )}
      <Appearance />
      {user && (
        <div class="account-links">
          <a class="account-link" href={pageAddresses.account} onClick={close}>
            <Icon of={UserRound} />
            <span>{texts.value.common.ownAccount}</span>
          </a>
        </div>
      )}
      <Links close={close} />
      {user && (
        <div class="account-links">
          <Row icon={LogOut} text={texts.value.common.signOut} run={() => void signOut().catch(sayFault)} />
        </div>
      )}
    </div>
  );
}

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
