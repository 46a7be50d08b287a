import { signal } from '@preact/signals';
import { ArrowLeft, Braces, type IconNode, KeyRound, MonitorSmartphone, Palette, UserRound } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { Appearance } from '../frame/appearance.tsx';
import { SkipLink } from '../frame/frame.tsx';
import { useTitle } from '../frame/title.ts';
import { accountTexts } from './account-texts.ts';
import './account.css';
import { Box } from './box.tsx';
import { Devices } from './devices.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { Tokens } from './tokens.tsx';

const parts = ['profile', 'password', 'devices', 'tokens', 'appearance'] as const;
type Part = (typeof parts)[number];

const icons: Readonly<Record<Part, IconNode>> = {
  profile: UserRound,
  password: KeyRound,
  devices: MonitorSmartphone,
  tokens: Braces,
  appearance: Palette,
};

/** Everything that a person can change of the own account. */
export function Account() {
  const words = accountTexts.value;
  const title = texts.value.common.ownAccount;
  useTitle(title);
  // A new password ends the other sessions, so their list is asked for again
  const [turn, setTurn] = useState(0);
  return (
    <div class="me">
      <SkipLink />
      <AccountNav />
      <main id="main" class="me-main" tabIndex={-1}>
        <div class="me-column">
          <h1>{title}</h1>
          <Profile />
          <Password changed={() => setTurn((before) => before + 1)} />
          <Devices turn={turn} />
          <Tokens />
          <Box id="appearance" title={words.parts.appearance} about={words.appearanceAbout}>
            <Appearance />
          </Box>
        </div>
      </main>
    </div>
  );
}

const chosen = signal('');

function AccountNav() {
  const words = accountTexts.value;
  const title = texts.value.common.ownAccount;
  useEffect(() => {
    const look = (): void => {
      chosen.value = location.hash.slice(1);
    };
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  const here = parts.find((part) => part === chosen.value) ?? parts[0];
  return (
    <nav class="me-aside" aria-label={title}>
      <a class="me-brand" href="/">
        <Logo size={30} />
        <span>{session.value?.server.name || texts.value.common.name}</span>
      </a>
      <p class="me-caption">{title}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <a class="me-row" href={`#${part}`} aria-current={part === here ? 'true' : undefined}>
              <Icon of={icons[part]} size={18} />
              <span>{words.parts[part]}</span>
            </a>
          </li>
        ))}
      </ul>
      <a class="me-row me-back" href="/">
        <Icon of={ArrowLeft} size={18} />
        <span>{words.back}</span>
      </a>
    </nav>
  );
}
