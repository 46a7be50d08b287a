import { Anchor, ChevronLeft, ChevronRight } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nextIn, placeBeside } from '../../parts/menu/menu-keys.ts';
import { texts } from '../../texts.ts';
import type { AnchorItem } from '../../view/anchors.ts';
import type { Navigation } from '../../view/navigation.ts';
import './anchors.css';

/** On narrower windows the list is a sheet at the bottom. */
const NARROW = '(width < 40rem)';

/** The anchors of the canvas, to walk through them or to go to one. It stays open meanwhile, because people look at several. */
export function AnchorMenu({ navigation }: { readonly navigation: Navigation }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { view } = texts.value;
  const toggled = ({ newState }: { readonly newState: string }): void => {
    opener.current!.setAttribute('aria-expanded', String(newState === 'open'));
    if (newState !== 'open') return;
    if (!matchMedia(NARROW).matches) placeBeside(panel.current!, opener.current!.getBoundingClientRect());
    (
      panel.current!.querySelector<HTMLElement>('[aria-current=true]') ?? panel.current!.querySelector<HTMLElement>('li button')
    )?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="button quiet square"
        aria-label={view.anchors}
        title={view.anchors}
        aria-expanded="false"
        popovertarget={id}
      >
        <Icon of={Anchor} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="anchors"
        role="dialog"
        aria-label={view.anchors}
        onToggle={toggled}
        data-own-keys
      >
        <AnchorHeader navigation={navigation} />
        <AnchorList navigation={navigation} />
      </div>
    </>
  );
}

function AnchorHeader({ navigation: { anchors, travel, shortcuts } }: { readonly navigation: Navigation }) {
  const { view } = texts.value;
  const disabled = anchors.list.value.length === 0;
  return (
    <header>
      <h2>{view.anchors}</h2>
      <IconButton
        icon={ChevronLeft}
        label={view.previousAnchor}
        disabled={disabled}
        aria-keyshortcuts={shortcuts.aria('last-anchor')}
        onClick={() => travel.toNextAnchor(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label={view.nextAnchor}
        disabled={disabled}
        aria-keyshortcuts={shortcuts.aria('next-anchor')}
        onClick={() => travel.toNextAnchor(1)}
      />
    </header>
  );
}

function AnchorList({ navigation: { anchors, travel } }: { readonly navigation: Navigation }) {
  const list = useRef<HTMLUListElement>(null);
  const { view } = texts.value;
  const pressed = (event: KeyboardEvent): void => {
    const entries = [...list.current!.querySelectorAll('button')];
    const names = entries.map((entry) => entry.querySelector('.anchor-name')?.textContent ?? '');
    const next = nextIn(names, entries.indexOf(document.activeElement as HTMLButtonElement), event.key);
    if (next === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    entries[next]?.focus();
  };
  if (anchors.list.value.length === 0) return <p class="anchors-none">{view.noAnchors}</p>;
  return (
    <ul ref={list} onKeyDown={pressed}>
      {anchors.list.value.map((anchor) => (
        <li key={anchor.id}>
          <Entry anchor={anchor} current={travel.anchor.value === anchor.id} go={() => travel.toAnchor(anchor.id)} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly anchor: AnchorItem;
  readonly current: boolean;
  readonly go: () => void;
}

const Entry = ({ anchor: { widget }, current, go }: EntryProps) => (
  <button type="button" class="anchor" aria-current={current} onClick={go}>
    <span class="anchor-index">{widget.anchor_index}</span>
    <span class="anchor-name">{widget.anchor_name || texts.value.view.unnamedAnchor}</span>
  </button>
);
