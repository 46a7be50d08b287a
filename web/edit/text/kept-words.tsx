import { signal } from '@preact/signals';
import { render } from 'preact';
import { Button } from '../../parts/button.tsx';
import { editTexts } from '../texts.ts';
import '../../parts/island.css';
import './kept-words.css';

/** A text that somebody wrote and that has no place on the canvas any more. */
export interface KeptWords {
  /** The id of the widget. */
  readonly id: string;
  readonly field: string;
  readonly text: string;
  /** Greater for what was written later. */
  readonly age: number;
  /** `gone`: the widget was deleted meanwhile. `refused`: by the server. */
  readonly why: 'gone' | 'refused';
  /** Puts it on the canvas. Undefined: the person may not write there any more. */
  readonly put: (() => void) | undefined;
}

/** Stays when the tools go, and when the page shows something else: a person may no longer write, but has written. */
const kept = signal<readonly KeptWords[]>([]);

/** Shows a text until the person puts it on the canvas or discards it. Of one field only the newest is shown. */
export function keepWords(words: KeptWords): void {
  if (words.text.trim() === '') return;
  const isSame = ({ id, field }: KeptWords): boolean => id === words.id && field === words.field;
  const known = kept.peek().find(isSame);
  if (known && known.age > words.age) return;
  kept.value = [...kept.peek().filter((one) => !isSame(one)), words];
  show();
}

/** Nothing can be put on the canvas any more. */
export function keepOnly(): void {
  kept.value = kept.peek().map((one) => ({ ...one, put: undefined }));
}

const drop = (words: KeptWords): void => {
  kept.value = kept.peek().filter((one) => one !== words);
  if (kept.peek().length === 0) removeEventListener('beforeunload', ask);
};

/** Lets the browser ask before the page is closed. */
const ask = (event: Event): void => event.preventDefault();

function show(): void {
  addEventListener('beforeunload', ask);
  if (document.querySelector('.kept-words')) return;
  const place = document.createElement('div');
  place.className = 'kept-words';
  document.body.append(place);
  render(<AllKept />, place);
}

function AllKept() {
  return (
    <>
      {kept.value.map((one) => (
        <Card key={`${one.id} ${one.field}`} words={one} />
      ))}
    </>
  );
}

function Card({ words }: { readonly words: KeptWords }) {
  const texts = editTexts.value.text;
  const { text, why, put } = words;
  const take = (): void => {
    drop(words);
    put?.();
  };
  return (
    <section class="glass kept-text" aria-label={texts.kept}>
      <p role="alert">{why === 'gone' ? texts.keptGone : texts.keptRefused}</p>
      <textarea readOnly aria-label={texts.yourText} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      <div>
        {put && (
          <Button kind="primary" onClick={take}>
            {texts.putInNote}
          </Button>
        )}
        <Button kind="quiet" onClick={() => drop(words)}>
          {texts.discard}
        </Button>
      </div>
    </section>
  );
}
