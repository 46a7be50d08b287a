import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { nextIn, placeBeside } from '../../parts/menu/menu-keys.ts';
import { listen } from '../../view/listen.ts';
import { type AddOffer, addOffers } from '../add/offers.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import type { Tool } from '../tool.ts';
import '../../parts/field.css';
import '../../parts/menu/menu.css';
import './add-menu.css';

interface Props {
  readonly editing: Editing;
  readonly tools: readonly Tool[];
  readonly opener: HTMLElement | null;
  readonly onClose: () => void;
}

/** A field that filters, and below it what fits: arrows choose, Enter makes it. */
export function AddList({ editing, tools, opener, onClose }: Props) {
  const words = panelTexts.value;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const shown = offersFor(typed, tools);
  useLayoutEffect(() => openBeside(box.current!, opener, onClose), []);
  useLayoutEffect(() => placeBeside(box.current!, rectOf(opener)), [shown.length]);
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const names = shown.map(({ id: name }) => name);
  const take = (offer: AddOffer | undefined): void => {
    if (!offer) return;
    onClose();
    // The chooser of files needs the turn of the press, and the others a focus that is back where it was
    editing.stage.focus({ preventScroll: true });
    offer.run(editing);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    // Letters are for the field
    const next = event.key.length === 1 ? undefined : nextIn(names, at, event.key);
    const isHandled = next !== undefined || event.key === 'Enter' || event.key === 'Escape' || event.key === 'Tab';
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) return setAt(next);
    if (event.key === 'Enter') return take(shown[at]);
    onClose();
    editing.stage.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div ref={box} popover="manual" class="menu add-menu" data-own-keys data-own-wheel onKeyDown={pressed}>
      <Filter id={id} active={shown[at]} typed={typed} type={type} />
      <div id={id} role="menu" aria-label={editTexts.value.panels.add}>
        {shown.map((offer, index) => (
          <Row
            key={offer.id}
            id={`${id}-${offer.id}`}
            offer={offer}
            isActive={index === at}
            point={() => setAt(index)}
            take={() => take(offer)}
          />
        ))}
      </div>
      {shown.length === 0 && <p class="combobox-none">{words.add.nothing(typed)}</p>}
    </div>
  );
}

interface FilterProps {
  /** Names the menu. */
  readonly id: string;
  readonly active: AddOffer | undefined;
  readonly typed: string;
  readonly type: (text: string) => void;
}

function Filter({ id, active, typed, type }: FilterProps) {
  const { find } = panelTexts.value.add;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus({ preventScroll: true }), []);
  return (
    <div class="field-box quiet">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={find}
        aria-expanded={true}
        aria-haspopup="menu"
        aria-controls={id}
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={find}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly offer: AddOffer;
  readonly isActive: boolean;
  readonly point: () => void;
  readonly take: () => void;
}

function Row({ id, offer, isActive, point, take }: RowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isActive) row.current!.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="menuitem"
      tabIndex={-1}
      class={isActive ? 'menu-item active' : 'menu-item'}
      onPointerMove={point}
      onClick={take}
    >
      <Icon of={offer.icon} />
      <span>{offer.text()}</span>
      {offer.keys[0] && <kbd>{offer.keys[0].replace('Shift+', '⇧ ')}</kbd>}
    </button>
  );
}

/** Offers whose name has the typed letters, ones that begin with them first. */
function offersFor(typed: string, tools: readonly Tool[]): readonly AddOffer[] {
  const sought = typed.trim().toLocaleLowerCase();
  const named = addOffers(tools).map((offer) => ({ offer, name: offer.text().toLocaleLowerCase() }));
  const found = named.filter(({ name }) => name.includes(sought));
  const isFirst = ({ name }: { readonly name: string }): number => (name.startsWith(sought) ? 0 : 1);
  return found.sort((a, b) => isFirst(a) - isFirst(b)).map(({ offer }) => offer);
}

const rectOf = (opener: HTMLElement | null): DOMRect => (opener?.firstElementChild ?? document.body).getBoundingClientRect();

/** Shows it until a person turns to something else. Returns what ends that. */
function openBeside(menu: HTMLElement, opener: HTMLElement | null, close: () => void): () => void {
  menu.showPopover();
  placeBeside(menu, rectOf(opener));
  return listen(document, {
    pointerdown: ({ target }) => {
      if (target instanceof Node && !menu.contains(target) && !opener?.contains(target)) close();
    },
  });
}
