import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts/texts.ts';
import type { Navigation } from '../../view/navigation.ts';
import { type Shortcut, type ShortcutGroup, type Shortcuts, shortcutGroups } from '../../view/shortcuts.ts';
import './shortcuts.css';

interface Props {
  readonly navigation: Navigation;
  readonly close: () => void;
}

/** All shortcuts that are there now, whoever added them. */
export function ShortcutList({ navigation: { shortcuts, preferences }, close }: Props) {
  const { view } = texts.value;
  const { singleKeys } = preferences;
  return (
    <Dialog title={view.shortcuts} onClose={close} wide>
      <div class="shortcut-groups">
        {shortcutGroups.map((group) => (
          <Group key={group} group={group} shortcuts={shortcuts} />
        ))}
      </div>
      <label class="shortcut-choice">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={(event) => {
            singleKeys.value = event.currentTarget.checked;
          }}
        />
        <span>
          {view.singleKeys}
          <small>{view.singleKeysHint}</small>
        </span>
      </label>
    </Dialog>
  );
}

function Group({ group, shortcuts }: { readonly group: ShortcutGroup; readonly shortcuts: Shortcuts }) {
  const rows = shortcuts.table.value.filter((row) => row.group === group);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{texts.value.view.groups[group]}</h3>
      <dl>
        {rows.map((row) => (
          <Row key={row.id} row={row} shortcuts={shortcuts} />
        ))}
      </dl>
    </section>
  );
}

/** Two ways to press a shortcut are enough to learn it. */
const WAYS = 2;

function Row({ row, shortcuts }: { readonly row: Shortcut; readonly shortcuts: Shortcuts }) {
  const ways = shortcuts.shown(row, texts.value).slice(0, WAYS);
  return (
    <div class="shortcut">
      <dt>{row.text(texts.value)}</dt>
      <dd>
        {ways.map((keys, at) => (
          <span key={keys.join(' ')} class="shortcut-way">
            {at > 0 && <span class="shortcut-or">{texts.value.view.or}</span>}
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  );
}
