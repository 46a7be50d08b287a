import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../../model/refusal-error.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import { SidePanel } from '../../outline/side-panel.tsx';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { Adding } from './adding.tsx';
import { loadKnown } from './directory.ts';
import { type Shareable, usePermissions } from './followed-permissions.ts';
import {
  type Permissions,
  type PermissionsPatch,
  type Principal,
  patchFor,
  rightsOf,
  type SharingRights,
  summaryOf,
} from './grants.ts';
import { LinkSharing } from './link-sharing.tsx';
import { PeopleList } from './people-list.tsx';
import { nameOfPrincipal } from './principal-name.ts';
import './sharing.css';

interface Props {
  readonly of: Shareable;
  /** A window over a page, or a panel beside the canvas. */
  readonly as: 'dialog' | 'panel';
  readonly onClose: () => void;
}

/**
 * Shows the people who can see a canvas or a folder, with their rights. Changes are shown at once, and those of others as they
 * come.
 */
export function Sharing({ of, as, onClose }: Props) {
  const words = texts.value.sharing;
  const { shown, access, gone, change } = usePermissions(of);
  const [told, setTold] = useState<{ readonly text: string; readonly isFault: boolean }>({ text: '', isFault: false });
  useEffect(() => {
    loadKnown().catch((cause) => setTold({ text: refusalText(cause), isFault: true }));
  }, []);
  const now = shown.value;
  const rights = now && rightsOf(access.value ?? 'none', session.value?.user?.admin ?? false, now);
  const send = (patch: PermissionsPatch, done: string): void => {
    setTold({ text: '', isFault: false });
    change(patch).then(
      () => setTold({ text: done, isFault: false }),
      (cause) => setTold({ text: refusalText(cause), isFault: true }),
    );
  };
  const content = (
    <>
      {now && rights ? <Body of={of} now={now} rights={rights} send={send} /> : <Waiting gone={gone.value} />}
      {/* What was done is seen in its place */}
      <p class={told.isFault ? 'sharing-fault' : 'unseen'} role={told.isFault ? 'alert' : 'status'}>
        {told.text}
      </p>
    </>
  );
  const mayOnlySee = rights?.mayShare === false;
  if (as === 'panel') {
    return (
      <SidePanel title={mayOnlySee ? words.people : words.panelTitle} class="sharing-panel" fits takesFocus onClose={onClose}>
        <div class="sharing-body">{content}</div>
      </SidePanel>
    );
  }
  return (
    <Dialog
      title={mayOnlySee ? words.seeTitle(of.name) : words.title(of.name)}
      onClose={onClose}
      wide
      actions={<Button onClick={onClose}>{texts.value.common.close}</Button>}
    >
      {content}
    </Dialog>
  );
}

const Waiting = ({ gone }: { readonly gone: Refusal | undefined }) =>
  gone ? <p>{refusalText(gone)}</p> : <Spinner label={texts.value.sharing.loading} />;

interface BodyProps {
  readonly of: Shareable;
  readonly now: Permissions;
  readonly rights: SharingRights;
  readonly send: (patch: PermissionsPatch, done: string) => void;
}

function Body({ of, now, rights, send }: BodyProps) {
  const words = texts.value.sharing;
  const give = (one: Principal, level: Permission): void => {
    const name = nameOfPrincipal(one);
    send(patchFor(one, level), level === 'none' ? words.removed(name) : words.changed(name, words.levels[level]));
  };
  return (
    <>
      {rights.mayShare && <Adding now={now} isOwner={rights.isOwner} give={give} />}
      <PeopleList now={now} rights={rights} give={give} />
      {of.kind === 'canvas' && (
        <LinkSharing canvas_id={of.id} level={now.link_permission ?? 'none'} mayShare={rights.mayShare} send={send} />
      )}
      {rights.isOwner && (
        <Checkbox
          label={words.editorsShare}
          checked={now.editors_can_share}
          onChange={(editors_can_share) => send({ editors_can_share }, '')}
        />
      )}
      <p class="sharing-summary">{words.summary(summaryOf(now))}</p>
    </>
  );
}
