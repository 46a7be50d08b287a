import { Copy } from 'lucide';
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { type TokenScope, tokenScopes } from '../../../model/token-scopes.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice, Told } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { rest } from '../../session/rest.ts';
import { language, texts } from '../../texts.ts';
import { faultText } from '../sign-in/fault-text.ts';
import { accountTexts } from './account-texts.ts';
import { ChosenCanvases } from './chosen-canvases.tsx';
import { tokenSentence } from './token-words.ts';

interface Props {
  readonly path: string;
  readonly close: () => void;
}

/** Days until a token ends; empty: never. */
const ends = ['', '30', '90', '365'] as const;
type End = (typeof ends)[number];

/** Asks what a new token is for, and then shows it, once. */
export function NewToken({ path, close }: Props) {
  const [made, setMade] = useState<string>();
  return made === undefined ? <Ask path={path} close={close} done={setMade} /> : <Show token={made} close={close} />;
}

function Ask({ path, close, done }: Props & { readonly done: (plain: string) => void }) {
  const words = accountTexts.value;
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [canvases, setCanvases] = useState<readonly string[]>();
  const [end, setEnd] = useState<End>('90');
  const attempt = useAttempt();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus(), []);
  const isAdmin = scopes.includes('admin');
  const token = { scopes, canvas_ids: isAdmin ? null : (canvases ?? null), expires_at: endOf(end) };
  const isNothing = scopes.length === 0 || token.canvas_ids?.length === 0;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') return input.current!.focus();
    if (isNothing) return undefined;
    // A field that is left out means everything, so what is null is not sent
    const chosen = Object.fromEntries(Object.entries(token).filter(([, value]) => value !== null));
    await attempt.run(async () =>
      done((await rest.post<{ plain_token: string }>(path, { name: name.trim(), ...chosen })).plain_token),
    );
    return undefined;
  };
  return (
    <Dialog
      title={words.newToken}
      wide
      onClose={close}
      actions={<Buttons form={id} isBusy={attempt.busy} isNothing={isNothing} close={close} />}
    >
      <form id={id} class="me-token" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={words.tokenName}
          hint={words.tokenNameHint}
          error={isMissing ? texts.value.signIn.missing : undefined}
          value={name}
          dir="auto"
          autoComplete="off"
          inputRef={input}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Scopes scopes={scopes} choose={setScopes} />
        {!isAdmin && <ChosenCanvases chosen={canvases} choose={setCanvases} />}
        <Select
          label={words.tokenEnd}
          options={ends.map((value) => ({ value, text: words.tokenEnds[value || 'never'] }))}
          value={end}
          onChange={setEnd}
        />
        <p class="me-sentence" role="status">
          {isNothing ? words.choosesNothing : tokenSentence(token, words, language.value)}
        </p>
        <Told>{attempt.fault && <Notice kind="danger">{faultText(attempt.fault, texts.value)}</Notice>}</Told>
      </form>
    </Dialog>
  );
}

interface ButtonsProps {
  readonly form: string;
  readonly isBusy: boolean;
  readonly isNothing: boolean;
  readonly close: () => void;
}

const Buttons = ({ form, isBusy, isNothing, close }: ButtonsProps) => (
  <>
    <Button onClick={close}>{texts.value.common.cancel}</Button>
    <Button kind="primary" type="submit" form={form} busy={isBusy} disabled={isNothing}>
      {accountTexts.value.makeToken}
    </Button>
  </>
);

function endOf(days: End): AccessToken['expires_at'] {
  return days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}

interface ScopesProps {
  readonly scopes: readonly TokenScope[];
  readonly choose: (scopes: readonly TokenScope[]) => void;
}

function Scopes({ scopes, choose }: ScopesProps) {
  const words = accountTexts.value;
  const turn = (scope: TokenScope) => (on: boolean) =>
    choose(tokenScopes.filter((one) => (one === scope ? on : scopes.includes(one))));
  return (
    <fieldset class="me-choices">
      <legend>{words.mayTitle}</legend>
      {tokenScopes.map((scope) => (
        <Checkbox
          key={scope}
          name={scope}
          label={words.scopes[scope]}
          hint={words.scopeHints[scope]}
          checked={scopes.includes(scope)}
          onChange={turn(scope)}
        />
      ))}
    </fieldset>
  );
}

/** The secret is nowhere else. Over plain HTTP a browser lets no page copy, so the field is selected, too. */
function Show({ token, close }: { readonly token: string; readonly close: () => void }) {
  const words = accountTexts.value;
  const [isCopied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const select = (): void => {
    input.current!.focus();
    input.current!.select();
  };
  useEffect(select, []);
  const copy = async (): Promise<void> => {
    select();
    if (isSecureContext) await navigator.clipboard.writeText(token).then(() => setCopied(true), select);
    else setCopied(document.execCommand('copy'));
  };
  const actions = (
    <Button kind="primary" onClick={close}>
      {words.tokenKept}
    </Button>
  );
  return (
    <Dialog title={words.tokenMade} wide onClose={close} actions={actions}>
      <div class="me-token">
        <Notice kind="warning">{words.tokenOnce}</Notice>
        <div class="me-secret">
          <Field label={words.tokenSecret} value={token} readOnly spellcheck={false} inputRef={input} onFocus={select} />
          <Button icon={Copy} onClick={() => void copy()}>
            <span role="status">{isCopied ? words.copied : words.copy}</span>
          </Button>
        </div>
        <p class="me-about">{words.tokenUse}</p>
        <pre class="me-command">{`curl -H 'Private-Token: ${token}' ${location.origin}/api/v1/canvases`}</pre>
      </div>
    </Dialog>
  );
}
