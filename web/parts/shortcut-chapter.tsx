import { texts } from '../texts.ts';
import './shortcut-chapter.css';

/** Two ways to press a shortcut are enough to learn it. */
const WAYS = 2;

interface ShortcutRow {
  readonly text: string;
  /** Each way to press it: the keys as they are written on a keyboard, such as `['Ctrl', 'F']`. */
  readonly ways: readonly (readonly string[])[];
}

interface Props {
  readonly title: string;
  readonly rows: readonly ShortcutRow[];
}

/** A chapter of a list of keyboard shortcuts. */
export const ShortcutChapter = ({ title, rows }: Props) => (
  <section class="shortcut-chapter">
    <h3>{title}</h3>
    <dl>{rows.map(Row)}</dl>
  </section>
);

const Row = ({ text, ways }: ShortcutRow) => (
  <div key={text} class="shortcut">
    <dt>{text}</dt>
    <dd>
      {ways.slice(0, WAYS).map((keys, at) => (
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
