import { ChevronDown, ChevronUp } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Item } from '../live/board.ts';
import type { WidgetText } from '../live/widget-words.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts.ts';
import { wordsOf } from './fold.ts';
import { kindIcon } from './kind-icons.ts';
import { rangesOf, snippetOf } from './matches.ts';
import type { Outline } from './outline.ts';
import { SidePanel } from './side-panel.tsx';
import { useRows } from './use-rows.ts';
import '../parts/field.css';
import './search-panel.css';

interface Props {
  readonly outline: Outline;
  /** Default: that of a search. */
  readonly title?: string;
  readonly onClose: () => void;
  /** Between the field and what is found. */
  readonly children?: ComponentChildren;
}

/** Searches the canvas while somebody types. It takes the focus when it opens, and keeps its query when it is closed. */
export function SearchPanel({ outline, title, onClose, children }: Props) {
  const words = texts.value.outline;
  const { search } = outline;
  const id = useId();
  const { query, hits, at, busy } = search;
  const told = query.value.trim() === '' ? '' : words.found(hits.value.length);
  return (
    <SidePanel
      title={title ?? words.searchTitle}
      note={at.value < 0 ? told : words.place(at.value + 1, hits.value.length)}
      onClose={onClose}
    >
      <SearchField outline={outline} list={id} />
      {children}
      <p class="unseen" role="status">
        {busy.value ? '' : told}
      </p>
      {told !== '' && !busy.value && hits.value.length === 0 ? (
        <p class="side-empty">{words.nothing(query.value.trim())}</p>
      ) : (
        <HitList outline={outline} id={id} />
      )}
    </SidePanel>
  );
}

const optionId = (list: string, at: number): string => `${list}-${at}`;

function SearchField({ outline: { search }, list }: { readonly outline: Outline; readonly list: string }) {
  const words = texts.value.outline;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.select(), []);
  const count = search.hits.value.length;
  const pressed = (event: KeyboardEvent): void => {
    const by = stepOf(event);
    if (by === undefined) return;
    event.preventDefault();
    search.step(by);
  };
  return (
    <div class="outline-search">
      <div class="field-box">
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-label={words.search}
          aria-expanded={count > 0}
          aria-controls={list}
          aria-activedescendant={search.at.value < 0 ? undefined : optionId(list, search.at.value)}
          placeholder={words.searchHint}
          autocomplete="off"
          spellcheck={false}
          value={search.query.value}
          onInput={({ currentTarget }) => {
            search.query.value = currentTarget.value;
          }}
          onKeyDown={pressed}
        />
      </div>
      <IconButton icon={ChevronUp} label={words.previous} disabled={count === 0} onClick={() => search.step(-1)} />
      <IconButton icon={ChevronDown} label={words.next} disabled={count === 0} onClick={() => search.step(1)} />
    </div>
  );
}

/** The step of a key: as in lists, and as browsers search a page. */
function stepOf({ key, shiftKey, isComposing }: KeyboardEvent): 1 | -1 | undefined {
  if (isComposing) return undefined;
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (key === 'Enter' || key === 'F3') return shiftKey ? -1 : 1;
  return undefined;
}

function HitList({ outline, id }: { readonly outline: Outline; readonly id: string }) {
  const { search } = outline;
  const hits = search.hits.value;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, probe, hits.length);
  const at = search.at.value;
  useEffect(() => {
    if (at >= 0) rows.reveal(at);
  }, [at, rows.height]);
  const sought = wordsOf(search.query.value);
  const shown = Array.from({ length: rows.end - rows.first }, (_, step) => rows.first + step);
  if (at >= 0 && (at < rows.first || at >= rows.end)) shown.push(at);
  return (
    // The field has the focus, and names the hit that is shown
    <div ref={scroller} class="row-list" tabIndex={-1}>
      <div ref={probe} class="row-probe hit" aria-hidden="true" />
      <div
        id={id}
        role="listbox"
        aria-label={texts.value.outline.results}
        aria-busy={search.busy.value}
        tabIndex={-1}
        class="outline-tree"
        style={{ blockSize: `${hits.length * rows.height}px` }}
      >
        {shown.map((row) => (
          <HitRow
            key={row}
            outline={outline}
            row={row}
            sought={sought}
            item={hits[row]!}
            id={optionId(id, row)}
            top={row * rows.height}
          />
        ))}
      </div>
    </div>
  );
}

interface HitProps {
  readonly outline: Outline;
  readonly item: Item;
  readonly row: number;
  readonly id: string;
  readonly top: number;
  readonly sought: readonly string[];
}

function HitRow({ outline: { search, describe, textsOf }, item: { widget }, row, id, top, sought }: HitProps) {
  const { icon, kind, name } = describe(widget);
  const said = saidOf(textsOf(widget), name, sought);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      role="option"
      class="hit"
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)` }}
      aria-selected={row === search.at.value}
      aria-posinset={row + 1}
      aria-setsize={search.hits.value.length}
      onClick={() => search.go(row)}
    >
      <Icon of={kindIcon(icon)} size={16} />
      <span class="hit-text">
        <b dir="auto">
          <Marked text={snippetOf(name || kind, sought, NAMED)} sought={sought} />
        </b>
        <small dir="auto">
          <span>{kind}</span>
          {said && ' · '}
          <Marked text={said} sought={sought} />
        </small>
      </span>
    </div>
  );
}

/** Letters that a row has room for: its name, and what it says. */
const NAMED = 40;
const SAID = 30;

/** The text in which it was found, unless its name says it all. */
function saidOf(texts: readonly WidgetText[], name: string, sought: readonly string[]): string {
  const others = texts.filter(({ text }) => text !== name);
  const found = others.find(({ text }) => rangesOf(text, sought).length > 0) ?? others[0];
  return found ? snippetOf(found.text, sought, SAID) : '';
}

function Marked({ text, sought }: { readonly text: string; readonly sought: readonly string[] }) {
  const ranges = rangesOf(text, sought);
  return (
    <>
      {ranges.map(([from, to], at) => (
        <>
          {text.slice(ranges[at - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
