import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../../parts/dialog.tsx';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { isOpeningQuickly } from '../frame/quick-open.ts';
import { canvases, folders, marks, useLibrary } from '../home/library.ts';
import { addressOf, homeOf, isTrash, type Listed } from '../home/listed.ts';
import { Name } from '../home/name.tsx';
import { comparerOf } from '../home/order.ts';
import { pathWords } from '../home/path-words.ts';
import { recentOf } from '../home/recent.ts';
import { matcherOf } from '../home/search.ts';
import { treeOf } from '../home/tree.ts';
import './quick-open-dialog.css';

/** Rows that are shown; whoever does not see it types more. */
const MOST = 8;
const close = (): void => {
  isOpeningQuickly.value = false;
};

/** Goes to a canvas or a folder by a part of its name; before anything is typed, to one that was opened lately. */
export function QuickOpenDialog() {
  useLibrary();
  const words = texts.value.dashboard;
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const rows = useRows(typed);
  const go = (one: Listed | undefined): void => {
    if (!one) return;
    close();
    route(addressOf(one));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(rows.length === 0 ? 0 : (at + 1) % rows.length),
    ArrowUp: () => setAt(rows.length === 0 ? 0 : (at - 1 + rows.length) % rows.length),
    Enter: () => go(rows[at]),
  };
  const pressed = (event: KeyboardEvent): void => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]!();
  };
  return (
    <Dialog title={words.search} onClose={close}>
      <div class="field-box">
        <input
          role="combobox"
          aria-label={words.search}
          aria-expanded="true"
          aria-controls="quick-rows"
          aria-activedescendant={rows[at] && `quick-${rows[at].id}`}
          autocomplete="off"
          enterkeyhint="go"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={pressed}
          ref={(input) => input?.focus()}
        />
      </div>
      <div id="quick-rows" role="listbox" aria-label={words.search} class="quick-rows">
        {rows.map((one, index) => (
          <Row key={one.id} one={one} typed={typed} isActive={index === at} go={go} />
        ))}
      </div>
      {rows.length === 0 && <p class="quick-none">{words.empty.search[0]}</p>}
    </Dialog>
  );
}

interface RowProps {
  readonly one: Listed;
  readonly typed: string;
  readonly isActive: boolean;
  readonly go: (one: Listed) => void;
}

const Row = ({ one, typed, isActive, go }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which has the focus
  <div
    id={`quick-${one.id}`}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    class={isActive ? 'combobox-row active' : 'combobox-row'}
    onClick={() => go(one)}
  >
    <span class="quick-name">
      <Name one={one} sought={typed} />
    </span>
    <span class="quick-path">{usePath(one)}</span>
  </div>
);

function useRows(typed: string): readonly Listed[] {
  const all = canvases.value;
  const within = folders.value;
  const kept = marks.value;
  return useMemo(() => {
    if (!all || !within) return [];
    const recent = recentOf(all, kept);
    if (typed.trim() === '') return recent.slice(0, MOST);
    const matches = matcherOf(typed);
    const named = [...all.values(), ...within.values()].filter(
      ({ id, name, in_trash, folder_id }) => !in_trash && folder_id !== '' && !isTrash(id) && matches(name),
    );
    const compare = comparerOf(language.value);
    const latest = new Map(recent.map(({ id }, at) => [id, at]));
    const rank = ({ id }: Listed): number => latest.get(id) ?? Number.MAX_SAFE_INTEGER;
    return named.sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name)).slice(0, MOST);
  }, [all, within, kept, typed, language.value]);
}

/** Where something stands, for things of the same name. */
function usePath(one: Listed): string {
  const user = session.value?.user;
  const all = folders.value;
  return useMemo(
    () =>
      user && all
        ? pathWords(
            one,
            treeOf(all, homeOf(user.id), () => 0),
            user,
          )
        : '',
    [one, user, all],
  );
}
