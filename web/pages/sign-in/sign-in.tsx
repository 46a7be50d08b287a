import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { wantedPath } from '../../session/next-path.ts';
import { type CurrentSession, session, signInAsked } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { useTitle } from '../frame/title.ts';
import { Entrance, focusFirst } from './entrance.tsx';
import { FirstHint } from './first-hint.tsx';
import { ForgottenForm } from './forgotten-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { Ways } from './ways.tsx';

type Step = 'signIn' | 'register' | 'forgotten';

/**
 * Signs somebody in. It stands at the address at which somebody wanted to be, so that afterwards the page of that address follows;
 * only `/?next=…` leads elsewhere.
 */
export function SignIn() {
  const [step, setStep] = useState<Step>('signIn');
  const { signIn: words } = texts.value;
  useTitle(words.title);
  const card = useRef<HTMLElement>(null);
  useEffect(() => focusFirst(card.current!), [step]);
  return (
    <Entrance card={card}>
      {step === 'signIn' && <SignInStep go={setStep} />}
      {step === 'register' && <OtherStep title={words.registerTitle} form={RegisterForm} back={() => setStep('signIn')} />}
      {step === 'forgotten' && <OtherStep title={words.forgottenTitle} form={ForgottenForm} back={() => setStep('signIn')} />}
    </Entrance>
  );
}

function SignInStep({ go }: { readonly go: (step: Step) => void }) {
  const { route } = useLocation();
  const next = wantedPath(location);
  const words = texts.value.signIn;
  const offers = session.value!.sign_in;
  const { password, saml, oidc, oidc_name, registration, password_reset } = offers;
  const done = (): void => {
    if (location.pathname === '/' && location.search !== '') route(next, true);
  };
  return (
    <>
      <h1>{words.title}</h1>
      <Reason next={next} />
      {session.value!.first_start && password && <FirstHint />}
      {password && <PasswordForm done={done} forgotten={password_reset ? () => go('forgotten') : undefined} />}
      {password && (saml || oidc) && <p class="sign-in-or">{words.or}</p>}
      {(saml || oidc) && <Ways saml={saml} oidc={oidc} oidc_name={oidc_name} next={next} />}
      {!hasWayIn(offers) && <Notice kind="warning">{words.noWayIn}</Notice>}
      {registration && <Aside question={words.noAccount} answer={words.register} run={() => go('register')} />}
      {signInAsked.value === 'asked' && <BackButton />}
    </>
  );
}

const hasWayIn = ({ password, saml, oidc }: CurrentSession['sign_in']): boolean => password || saml || oidc;

/** Why a person sees this page, if it is not by coming to the start page. */
function Reason({ next }: { readonly next: string }) {
  const { ended, wanted, welcome } = texts.value.signIn;
  if (signInAsked.value === 'ended') return <Notice>{ended}</Notice>;
  return <p class="sign-in-about">{next === '/' || signInAsked.value === 'asked' ? welcome : wanted}</p>;
}

interface OtherStepProps {
  readonly title: string;
  readonly form: () => ComponentChild;
  readonly back: () => void;
}

const OtherStep = ({ title, form: Form, back }: OtherStepProps) => (
  <>
    <h1>{title}</h1>
    <Form />
    <Aside answer={texts.value.signIn.backToSignIn} run={back} />
  </>
);

const Aside = ({ question, answer, run }: { readonly question?: string; readonly answer: string; readonly run: () => void }) => (
  <p class="sign-in-aside">
    {question && `${question} `}
    <button type="button" class="sign-in-link" onClick={run}>
      {answer}
    </button>
  </p>
);

const BackButton = () => (
  <Button
    kind="quiet"
    onClick={() => {
      signInAsked.value = undefined;
    }}
  >
    {texts.value.common.back}
  </Button>
);
