import type { ComponentChildren, Ref } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placeBeside } from './menu/menu-keys.ts';
import './combobox.css';
import './field.css';

interface Option<T> {
  /** Unique in the list. */
  readonly key: string;
  readonly value: T;
  /** What screen readers say. */
  readonly text: string;
  readonly face: ComponentChildren;
}

interface Props<T> {
  readonly label: string;
  readonly placeholder: string;
  /** What fits to what was typed, best first. A few are enough: whoever does not see it types more. */
  readonly optionsFor: (typed: string) => readonly Option<T>[];
  readonly choose: (value: T) => void;
  /** The text when nothing fits. */
  readonly none: string;
  /** Called when a person begins, for what must be loaded first. */
  readonly onBegin?: () => void;
}

/** A field that offers what fits to the letters typed, in the combobox pattern of WAI-ARIA 1.2. What is chosen leaves the field. */
export function Combobox<T>({ label, placeholder, optionsFor, choose, none, onBegin }: Props<T>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const options = isOpen ? optionsFor(typed) : [];
  useLayoutEffect(() => {
    if (!isOpen) return;
    list.current!.showPopover();
    list.current!.style.inlineSize = `${box.current!.getBoundingClientRect().width}px`;
    placeBeside(list.current!, box.current!.getBoundingClientRect());
  }, [isOpen, options.length]);
  const close = (): void => setOpen(false);
  const open = (): void => {
    onBegin?.();
    setOpen(true);
    setAt(0);
  };
  const take = (option: Option<T> | undefined): void => {
    if (!option) return;
    choose(option.value);
    setTyped('');
    close();
  };
  const pressed = (event: KeyboardEvent): void => {
    const isHandled = onKey(event.key, { isOpen, count: options.length, at, open, close, setAt, take: () => take(options[at]) });
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="combobox field">
      <label for={id}>{label}</label>
      <div class="field-box" ref={box}>
        <input
          id={id}
          role="combobox"
          autocomplete="off"
          placeholder={placeholder}
          value={typed}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && options[at] ? `${id}-${options[at].key}` : undefined}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            open();
          }}
          onClick={open}
          onBlur={close}
          onKeyDown={pressed}
        />
      </div>
      {isOpen && <List id={id} label={label} options={options} at={at} take={take} none={none} listRef={list} />}
    </div>
  );
}

interface ListProps<T> extends Pick<Props<T>, 'label' | 'none'> {
  readonly id: string;
  readonly options: readonly Option<T>[];
  readonly at: number;
  readonly take: (option: Option<T>) => void;
  readonly listRef: Ref<HTMLDivElement>;
}

const List = <T,>({ id, label, none, options, at, take, listRef }: ListProps<T>) => (
  <div ref={listRef} id={`${id}-list`} popover="manual" role="listbox" aria-label={label} class="menu combobox-list">
    {options.map((option, index) => (
      <Row key={option.key} id={`${id}-${option.key}`} option={option} isActive={index === at} take={take} />
    ))}
    {options.length === 0 && <p class="combobox-none">{none}</p>}
  </div>
);

interface RowProps<T> {
  readonly id: string;
  readonly option: Option<T>;
  readonly isActive: boolean;
  readonly take: (option: Option<T>) => void;
}

function Row<T>({ id, option, isActive, take }: RowProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isActive) row.current!.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which has the focus
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      class={isActive ? 'combobox-row active' : 'combobox-row'}
      aria-selected={isActive}
      aria-label={option.text}
      // The field keeps the focus
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => take(option)}
    >
      {option.face}
    </div>
  );
}

interface State {
  readonly isOpen: boolean;
  readonly count: number;
  readonly at: number;
  open(): void;
  close(): void;
  setAt(at: number): void;
  take(): void;
}

/** Returns whether the key meant the list. */
function onKey(key: string, { isOpen, count, at, open, close, setAt, take }: State): boolean {
  if (!isOpen) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    open();
    return true;
  }
  const deeds: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(count === 0 ? 0 : (at + 1) % count),
    ArrowUp: () => setAt(count === 0 ? 0 : (at - 1 + count) % count),
    Enter: take,
    Escape: close,
  };
  deeds[key]?.();
  return key in deeds;
}
