import { sayFault } from '../../../parts/toast.tsx';
import { isStarred, listedOf } from '../library.ts';
import type { Listed } from '../listed.ts';
import type { Around } from '../questions/around.ts';
import { deeds } from '../questions/deeds.ts';
import { arrowTo } from './arrows.ts';
import { current, selection, selectNothing } from './picked.ts';
import { extended, toggled } from './selection.ts';

/** A menu that is open, and for what. */
export interface OpenMenu {
  readonly some: readonly Listed[];
  readonly at: DOMRect;
}

interface Given {
  readonly around: Around;
  readonly openMenu: (menu: OpenMenu) => void;
}

/** Hears every event of all cards in one place, so that a card costs little. */
export const cardEvents = ({ around, openMenu }: Given) => ({
  onClick: (event: MouseEvent) => clicked(event, openMenu),
  onContextMenu: (event: MouseEvent) => contextMenu(event, openMenu),
  onKeyDown: (event: KeyboardEvent) => pressed(event, around),
  onFocusIn: (event: FocusEvent) => {
    current.value = idOf(event.target) ?? current.peek();
  },
});

/** Things that an action on one card is about: all that are selected, if it is among them. */
export function chosenWith(id: string): readonly Listed[] {
  const { ids } = selection.peek();
  return (ids.has(id) ? [...ids] : [id]).map(listedOf).filter((one) => one !== undefined);
}

const cardOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
const idOf = (target: EventTarget | null): string | undefined => cardOf(target)?.dataset.id;
const isOn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function clicked(event: MouseEvent, openMenu: Given['openMenu']): void {
  const id = idOf(event.target);
  if (id === undefined) return;
  if (isOn(event.target, '.card-star')) return void deeds().then(({ star }) => star({ id }, !isStarred(id)), sayFault);
  if (isOn(event.target, '.card-more')) {
    const at = (event.target as Element).closest('.card-more')!.getBoundingClientRect();
    return openMenu({ some: chosenWith(id), at });
  }
  // A click on a label is followed by one on its box, which is the one that counts
  if (isOn(event.target, '.card-check')) {
    if (isOn(event.target, 'input')) select(id, event.shiftKey);
    return;
  }
  if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return selectNothing();
  // Else the browser opens a tab or a window
  event.preventDefault();
  select(id, event.shiftKey);
}

function select(id: string, isRange: boolean): void {
  current.value = id;
  selection.value = isRange ? extended(selection.peek(), id, shownIds()) : toggled(selection.peek(), id);
}

function contextMenu(event: MouseEvent, openMenu: Given['openMenu']): void {
  const card = cardOf(event.target);
  const id = card?.dataset.id;
  if (id === undefined) return;
  event.preventDefault();
  current.value = id;
  if (!selection.peek().ids.has(id)) selectNothing();
  // True for the menu key, which has no place of its own
  const isByKey = event.button !== 2 && (event as PointerEvent).pointerType !== 'touch';
  const at = isByKey
    ? card!.querySelector('.card-more')!.getBoundingClientRect()
    : new DOMRect(event.clientX, event.clientY, 0, 0);
  openMenu({ some: chosenWith(id), at });
}

function pressed(event: KeyboardEvent, around: Around): void {
  const id = idOf(event.target);
  const isHandled = id !== undefined && (isOn(event.target, 'a') ? onLink(event, id, around) : false);
  if (isHandled) event.preventDefault();
}

function onLink(event: KeyboardEvent, id: string, around: Around): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
    selection.value = { ids: new Set(shownIds()), from: id };
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === ' ') return select(id, event.shiftKey) ?? true;
  if (event.key === 'F2' || event.key === 'Delete') {
    const some = chosenWith(id);
    deeds().then(({ doByKey }) => doByKey(event.key, some, around), sayFault);
    return true;
  }
  return moveFocus(event);
}

/** Shift takes what lies between along. */
function moveFocus({ key, target, shiftKey }: KeyboardEvent): boolean {
  const cards = shownCards();
  const at = cards.indexOf(cardOf(target)!);
  const isRightToLeft = getComputedStyle(cards[at]!).direction === 'rtl';
  const next = arrowTo(
    cards.map((card) => card.getBoundingClientRect()),
    at,
    key,
    isRightToLeft,
  );
  if (next === undefined) return false;
  const before = cards[at]!.dataset.id!;
  const id = cards[next]!.dataset.id!;
  if (shiftKey) selection.value = extended({ from: before, ...fromOf() }, id, shownIds());
  cards[next]!.querySelector<HTMLElement>('a')!.focus();
  return true;
}

/** Where a range that Shift extends began, if there is one. */
function fromOf(): { readonly ids: ReadonlySet<string>; readonly from?: string } {
  const { ids, from } = selection.peek();
  return from === undefined ? { ids } : { ids, from };
}

const shownCards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-id]')];
const shownIds = (): string[] => shownCards().map((card) => card.dataset.id!);
