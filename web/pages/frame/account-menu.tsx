import { Settings2 } from 'lucide';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { Popover } from '../../parts/menu/popover.tsx';
import { askToSignIn, type CurrentSession, session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import './account-menu.css';

const AccountPanel = lazyDialog(
  () => import('./account-panel.tsx').then((file) => file.AccountPanel),
  () => undefined,
);

/** The signed-in user, and everything that is theirs: appearance, language, help, signing out. For guests a way to sign in. */
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
    {(close) => <AccountPanel close={close} />}
  </Popover>
);

const UserMenu = ({ user }: { readonly user: NonNullable<CurrentSession['user']> }) => (
  <Popover label={texts.value.common.account(user.name)} class="account-button" button={<Avatar user={user} />}>
    {(close) => <AccountPanel close={close} />}
  </Popover>
);
