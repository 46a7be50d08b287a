import { Globe, Link, Lock, QrCode as QrCodeIcon } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { type LinkPermission, linkPermissions } from '../../../model/resources/permission.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { texts } from '../../texts.ts';
import type { PermissionsPatch } from './grants.ts';
import { linkTo, loadOutside } from './link.ts';

const QrCode = lazyDialog<{ readonly link: string; readonly lost: () => void }>(
  () => import('../../parts/qr-code.tsx').then((file) => file.QrCode),
  ({ lost }) => lost(),
);

interface Props {
  readonly canvas_id: string;
  readonly level: LinkPermission;
  readonly mayShare: boolean;
  readonly send: (patch: PermissionsPatch, done: string) => void;
}

/** The address of the canvas, and what it is good for without an account. */
export function LinkSharing({ canvas_id, level, mayShare, send }: Props) {
  const words = texts.value.sharing;
  useEffect(() => void loadOutside(), []);
  const [isCodeShown, showCode] = useState(false);
  const choose = (next: LinkPermission): void => send({ link_permission: next }, words.linkLevels[next]);
  return (
    <section class="sharing-part" aria-label={words.link}>
      <h3>{words.link}</h3>
      <div class="sharing-link">
        <span class="face" aria-hidden="true">
          <Icon of={level === 'none' ? Lock : Globe} size={16} />
        </span>
        <div class="sharing-link-text">
          {mayShare ? (
            <select
              class="select"
              aria-label={words.link}
              value={level}
              onChange={(event) => choose(event.currentTarget.value as LinkPermission)}
            >
              {linkPermissions.map((one) => (
                <option key={one} value={one} selected={one === level}>
                  {words.linkLevels[one]}
                </option>
              ))}
            </select>
          ) : (
            <p>{words.linkLevels[level]}</p>
          )}
          <p class="face-facts">{words.linkAbout[level]}</p>
        </div>
        <CopyButton text={linkTo(canvas_id)} />
        <IconButton
          icon={QrCodeIcon}
          kind="plain"
          label={words.qr}
          class="sharing-qr-button"
          aria-expanded={isCodeShown}
          onClick={() => showCode(!isCodeShown)}
        />
        {isCodeShown && <QrCode link={linkTo(canvas_id)} lost={() => showCode(false)} />}
      </div>
    </section>
  );
}

/** Over plain HTTP a browser lets no page copy; then the address is shown, selected. */
function CopyButton({ text }: { readonly text: string }) {
  const words = texts.value.sharing;
  const [state, setState] = useState<'ready' | 'copied' | 'shown'>('ready');
  const copy = async (): Promise<void> => {
    if (!isSecureContext) return setState('shown');
    await navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('shown'),
    );
  };
  if (state === 'shown') {
    return (
      <Field
        label={words.linkToCopy}
        value={text}
        readOnly
        class="sharing-address"
        inputRef={(input) => input?.select()}
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  return (
    <Button icon={Link} onClick={() => void copy()}>
      <span role="status">{state === 'copied' ? words.linkCopied : words.copyLink}</span>
    </Button>
  );
}
