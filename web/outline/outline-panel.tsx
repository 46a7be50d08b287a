import { useSignalEffect } from '@preact/signals';
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Item } from '../live/board.ts';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts.ts';
import { kindIcon } from './kind-icons.ts';
import type { Outline } from './outline.ts';
import { SidePanel } from './side-panel.tsx';
import { createTree, type OutlineTreeState } from './tree.ts';
import { hasChildren } from './tree-rows.ts';
import { useRows } from './use-rows.ts';
import './outline-panel.css';

interface Props {
  readonly outline: Outline;
  readonly onClose: () => void;
}

/** Everything on the canvas as a tree in reading order. It takes the focus when it opens. */
export function OutlinePanel({ outline, onClose }: Props) {
  const words = texts.value.outline;
  const { count } = outline.reading;
  return (
    <SidePanel title={words.title} note={words.count(count.value)} onClose={onClose}>
      {count.value === 0 ? <p class="side-empty">{words.empty}</p> : <OutlineTree outline={outline} />}
      <footer>
        <label class="announce-choice">
          <input
            type="checkbox"
            checked={outline.announcing.value}
            onChange={({ currentTarget }) => {
              outline.announcing.value = currentTarget.checked;
            }}
          />
          <span>{words.announce}</span>
          <small>{words.announceHint}</small>
        </label>
      </footer>
    </SidePanel>
  );
}

function OutlineTree({ outline }: Pick<Props, 'outline'>) {
  const { reading, selection, travel } = outline;
  const tree = useMemo(() => createTree(reading, (entry) => textOf(entry.item, outline)), [outline]);
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, probe, tree.rows.value.length);
  const isFocusWanted = useRef(true);
  useSignalEffect(() => {
    const [id] = selection.ids.value;
    if (id !== undefined) tree.reveal(id);
  });
  const active = tree.active.value;
  useEffect(() => rows.reveal(active), [active, rows.height]);
  useEffect(() => {
    if (!isFocusWanted.current || rows.height === 0) return;
    isFocusWanted.current = false;
    scroller.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const choose = (row: number): void => {
    const entry = reading.entries.peek()[tree.rows.peek()[row] ?? -1];
    if (!entry) return;
    tree.focus(row);
    selection.select(entry.item.id);
    travel.toWidget(entry.item.id);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (!takesKey(event, tree, rows.page, choose)) return;
    event.preventDefault();
    isFocusWanted.current = true;
  };
  return (
    <div ref={scroller} class="row-list">
      <div ref={probe} class="row-probe outline-row" aria-hidden="true" />
      <div
        role="tree"
        tabIndex={-1}
        aria-label={texts.value.outline.about}
        class="outline-tree"
        style={{ blockSize: `${tree.rows.value.length * rows.height}px` }}
        onKeyDown={pressed}
      >
        {rowsInPage(rows.first, rows.end, active, tree.rows.value.length).map((row) => (
          <TreeRow
            key={row}
            outline={outline}
            tree={tree}
            row={row}
            choose={choose}
            top={row * rows.height}
            isActive={row === active}
          />
        ))}
      </div>
    </div>
  );
}

/** The active row stays in the page when it is scrolled away, because it has the focus. */
function rowsInPage(first: number, end: number, active: number, count: number): number[] {
  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  if (active < first && count > 0) return [active, ...rows];
  return active >= end && active < count ? [...rows, active] : rows;
}

function takesKey(event: KeyboardEvent, tree: OutlineTreeState, page: number, choose: (row: number) => void): boolean {
  const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Enter' || key === ' ') choose(tree.active.peek());
  else if (key.length === 1) tree.type(key, timeStamp);
  else return tree.press(key, page);
  return true;
}

interface RowProps {
  readonly outline: Outline;
  readonly tree: OutlineTreeState;
  readonly row: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly choose: (row: number) => void;
}

function TreeRow({ outline, tree, row, top, isActive, choose }: RowProps) {
  const { reading, selection } = outline;
  const at = tree.rows.value[row] ?? -1;
  const entry = reading.entries.value[at];
  if (!entry) return null;
  const { item, level, position, siblings } = entry;
  const { icon, kind, name, content } = outline.describe(item.widget);
  const isSelected = selection.ids.value.has(item.id);
  const isFolded = tree.isFolded(entry);
  const opens = hasChildren(at, entry);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys of its rows
    <div
      role="treeitem"
      class={level === 1 && opens ? 'outline-row section' : 'outline-row'}
      style={{ transform: `translateY(${top}px)`, '--level': level - 1 }}
      tabIndex={isActive ? 0 : -1}
      aria-label={[kind, name || texts.value.outline.unnamed, content].filter(Boolean).join(', ')}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={opens ? !isFolded : undefined}
      onClick={() => choose(row)}
      onFocus={() => tree.focus(row)}
    >
      {opens ? <Fold isFolded={isFolded} turn={() => tree.fold(entry, !isFolded)} /> : <span class="outline-fold" />}
      <Icon of={kindIcon(icon)} size={16} />
      <span class="outline-text" dir="auto">
        {name ? <b>{name}</b> : <i>{kind}</i>} {content && <small>{content.slice(0, 120)}</small>}
      </span>
      <RowMenu outline={outline} id={item.id} name={name || kind} isActive={isActive} />
    </div>
  );
}

interface RowMenuProps extends Pick<RowProps, 'outline' | 'isActive'> {
  readonly id: string;
  readonly name: string;
}

/** What a person may do with a widget. The active row has the one that the Tab key reaches. */
function RowMenu({ outline: { rowActions }, id, name, isActive }: RowMenuProps) {
  const actions = rowActions.value;
  if (!actions) return null;
  return (
    <button
      type="button"
      class="outline-actions"
      aria-label={actions.label(name)}
      aria-haspopup="menu"
      tabIndex={isActive ? 0 : -1}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        actions.open(id, event.currentTarget.getBoundingClientRect(), name);
      }}
    >
      <Icon of={Ellipsis} size={16} />
    </button>
  );
}

/** For pointers; keys open with arrow right. */
const Fold = ({ isFolded, turn }: { readonly isFolded: boolean; readonly turn: () => void }) => (
  <span
    class="outline-fold"
    aria-hidden="true"
    onClick={(event) => {
      event.stopPropagation();
      turn();
    }}
  >
    <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} />
  </span>
);

function textOf({ widget }: Item, outline: Pick<Outline, 'describe'>): string {
  const { kind, name } = outline.describe(widget);
  return name || kind;
}
