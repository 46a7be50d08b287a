import { useSignal } from '@preact/signals';
import { Ellipsis, Layers } from 'lucide';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import { Icon } from '../../../parts/icon.tsx';
import { lazyDialog } from '../../../parts/lazy-dialog.tsx';
import { Menu } from '../../../parts/menu/menu.tsx';
import { type Action, iconOf } from '../../action.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { BarButton } from '../bar/bar-button.tsx';
import { actionItems, actionsAt } from '../menu/action-items.ts';
import { ActionMenu } from '../menu/action-menu.tsx';
import { ColourButton } from './colour-button.tsx';

const KindControls = lazyDialog(
  () => import('../kind/kind-controls.tsx').then((file) => file.KindControls),
  () => undefined,
);

interface Props {
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly bar: RefObject<HTMLElement | null>;
  /** Without what is in the menu as well. */
  readonly isShort: boolean;
}

/** In this order; those of kinds of widgets come after the first. */
const common = { first: ['edit'], middle: ['duplicate', 'pin'], last: ['properties', 'delete'] } as const;
const commonIds: readonly string[] = Object.values(common).flat();
/** Types that have more than buttons. */
const controlled: readonly string[] = ['Anchor', 'Browser', 'Connector', 'Pdf', 'Video'];
/** On phones these are in the menu. */
const long: readonly string[] = ['properties', 'select-several', 'replace', 'seek-back', 'seek-forward'];
/** These make room for what a kind has besides buttons. */
const longBesideControls: readonly string[] = ['pin', 'mute', 'transparent'];

export function SelectionButtons({ editing, items, bar, isShort }: Props) {
  const isControlled = items.every(({ widget }) => controlled.includes(widget.widget_type));
  const hidden = isShort ? [...long, ...(isControlled ? longBesideControls : [])] : [];
  const found = actionsAt('bar', items, editing).filter(({ id }) => !hidden.includes(id));
  const named = (ids: readonly string[]): Action[] => ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
  const buttons = (actions: readonly Action[]) =>
    actions.map((action) => <ActionButton key={action.id} action={action} items={items} editing={editing} />);
  const own = found.filter(({ id }) => !commonIds.includes(id));
  // The number of the page stands between the ways to the pages before and after
  const before = own.findIndex(({ id }) => id === 'next-page');
  return (
    <>
      {buttons(named(common.first))}
      <ColourButton is="colour" editing={editing} items={items} bar={bar} />
      {!isShort && <ColourButton is="text" editing={editing} items={items} bar={bar} />}
      {buttons(own.slice(0, Math.max(0, before)))}
      {isControlled && <KindControls editing={editing} items={items} bar={bar} />}
      {buttons(own.slice(Math.max(0, before)))}
      <span class="bar-line" />
      {buttons(named(common.middle))}
      {(!isShort || items.length > 1) && <ArrangeButton editing={editing} items={items} />}
      <span class="bar-line" />
      {buttons(named(common.last))}
      <MoreButton editing={editing} items={items} />
    </>
  );
}

type ButtonProps = Pick<Props, 'editing' | 'items'>;

const ActionButton = ({ action, editing, items }: ButtonProps & { readonly action: Action }) => (
  <BarButton
    icon={iconOf(action, editing)}
    label={action.id === 'pin' ? editTexts.value.actions.pin : action.text(editTexts.value, items)}
    hint={action.text(editTexts.value, items)}
    isOn={action.isOn?.(items, editing)}
    onClick={() => action.run(editing, items)}
  />
);

function ArrangeButton({ editing, items }: ButtonProps) {
  const entries = actionItems('arrange', items, editing);
  if (entries.length === 0) return null;
  return (
    <Menu label={editTexts.value.actions.arrange} class="bar-button" button={<Icon of={Layers} size={20} />} items={entries} />
  );
}

function MoreButton({ editing, items }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const at = useSignal<DOMRect | undefined>(undefined);
  const close = (): void => {
    at.value = undefined;
  };
  return (
    <>
      <BarButton
        buttonRef={button}
        icon={Ellipsis}
        label={editTexts.value.actions.more}
        aria-haspopup="menu"
        aria-expanded={at.value !== undefined}
        onClick={() => {
          at.value = at.value ? undefined : button.current!.getBoundingClientRect();
        }}
      />
      {at.value && <ActionMenu editing={editing} items={items} at={at.value} opener={button} onClose={close} />}
    </>
  );
}
