import { BadgeAlert, CloudOff, Copy, KeyRound, Lock, MapPinOff, RotateCcw, SearchX } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { Icon, type IconNode } from '../parts/icon.tsx';
import { say, sayFault } from '../parts/toast.tsx';
import { askToSignIn, session, signOut } from '../session/session.ts';
import { texts } from '../texts.ts';
import { Frame } from './frame/frame.tsx';
import { useTitle } from './frame/title.ts';
import type { ProblemKind } from './problem-kind.ts';
import './problem.css';

interface Props {
  readonly kind?: ProblemKind;
  /** Tries again what did not work; without it there is no button for it. */
  readonly retry?: () => void;
}

/** A whole page that says why there is nothing else here, and what to do about it. */
export function Problem({ kind = 'missing', retry }: Props) {
  const { title, about } = texts.value.problems[kind];
  useTitle(title);
  const card = (
    <div class="problem">
      <span class={`problem-note ${kind}`}>
        <Icon of={icons[kind]} size={36} />
      </span>
      <h1>{title}</h1>
      <p>{about}</p>
      <div class="problem-actions">
        <Actions kind={kind} retry={retry} />
      </div>
    </div>
  );
  return session.value ? <Frame>{card}</Frame> : <main id="main">{card}</main>;
}

const icons: Readonly<Record<ProblemKind, IconNode>> = {
  missing: MapPinOff,
  canvasMissing: SearchX,
  denied: Lock,
  signIn: KeyRound,
  licence: BadgeAlert,
  offline: CloudOff,
  failed: RotateCcw,
};

function Actions({ kind, retry }: Required<Pick<Props, 'kind'>> & { readonly retry: (() => void) | undefined }) {
  const { common, problems } = texts.value;
  const isGuest = session.value?.user === null;
  if (kind === 'offline') return <Trying />;
  return (
    <>
      {kind === 'failed' && <Main run={() => location.reload()}>{problems.reload}</Main>}
      {retry && <Main run={retry}>{common.retry}</Main>}
      {isGuest && kind !== 'missing' && <Main run={askToSignIn}>{common.signIn}</Main>}
      {!isGuest && <HomeLink isMain={retry === undefined && kind !== 'failed'} />}
      {kind === 'denied' && !isGuest && <DeniedActions />}
      {isGuest && kind === 'missing' && <HomeLink isMain />}
    </>
  );
}

const Main = ({ run, children }: { readonly run: () => void; readonly children: ComponentChildren }) => (
  <Button kind="primary" onClick={run}>
    {children}
  </Button>
);

const HomeLink = ({ isMain }: { readonly isMain: boolean }) => (
  <a class={isMain ? 'button primary' : 'button plain'} href="/">
    {texts.value.problems.home}
  </a>
);

/** The address is what the owner needs to find the canvas. */
function DeniedActions() {
  const words = texts.value.problems;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    say(words.copied);
  };
  return (
    <>
      {navigator.clipboard && (
        <Button icon={Copy} onClick={() => void copy().catch(sayFault)}>
          {words.copyAddress}
        </Button>
      )}
      <Button kind="quiet" onClick={() => void changePerson().catch(sayFault)}>
        {words.signInAs}
      </Button>
    </>
  );
}

async function changePerson(): Promise<void> {
  await signOut();
  askToSignIn();
}

const Trying = () => (
  <p class="problem-trying" role="status">
    <span class="problem-pulse" aria-hidden="true" />
    {texts.value.problems.trying}
  </p>
);
