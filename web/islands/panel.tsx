import type { ReadonlySignal } from '@preact/signals';
import { Icon, type IconNode } from '../parts/icon.tsx';
import '../parts/button.css';
import type { Texts } from '../../texts/page.ts';
import { texts } from '../texts.ts';

type Say = (texts: Texts['islands']) => string;

/** Why there is nothing to see, and what a person can do. */
export interface Card {
  readonly icon: IconNode;
  /** What it is: a title and an address. */
  readonly name?: string;
  readonly address?: string;
  readonly says: Say;
  readonly actions?: readonly Control[];
}

/** A button, or a link where it has an address. */
export interface Control {
  readonly icon: IconNode;
  readonly label: Say;
  readonly does?: () => void;
  readonly href?: string;
  readonly download?: string;
  /** The panel only shows when somebody points at the widget, or comes by keyboard. Default: always. */
  readonly whenNear?: boolean;
}

interface Props {
  readonly card: ReadonlySignal<Card | undefined>;
  readonly controls: ReadonlySignal<readonly Control[]>;
}

/** What lies above a medium, in pixels of the screen. */
export const Panel = ({ card, controls }: Props) => {
  const said = card.value;
  return (
    <>
      {said && (
        <div class="island-card">
          <Icon of={said.icon} size={28} />
          {said.name && <strong>{said.name}</strong>}
          {said.address && <span class="island-address">{said.address}</span>}
          <p>{said.says(texts.value.islands)}</p>
          {said.actions && (
            <div class="island-actions">
              {said.actions.map((action, at) => (
                <Action key={at} {...action} />
              ))}
            </div>
          )}
        </div>
      )}
      {controls.value.length > 0 && (
        <div class="island-controls">
          {controls.value.map((control, at) => (
            <Action key={at} {...control} />
          ))}
        </div>
      )}
    </>
  );
};

const Action = ({ icon, label, does, href, download, whenNear = false }: Control) => {
  const says = label(texts.value.islands);
  const content = [<Icon key="icon" of={icon} />, <span key="label">{says}</span>];
  const named = `button plain island-action ${whenNear ? 'near' : ''}`;
  if (href === undefined)
    return (
      <button type="button" class={named} title={says} onClick={does} {...own}>
        {content}
      </button>
    );
  const target = download === undefined ? '_blank' : undefined;
  return (
    <a class={named} title={says} href={href} download={download} target={target} rel="noopener noreferrer" {...own}>
      {content}
    </a>
  );
};

/** What is meant for a control moves nothing on the canvas. */
const stays = (event: Event): void => event.stopPropagation();
const own = { onPointerDown: stays, onDblClick: stays, onKeyDown: stays };
