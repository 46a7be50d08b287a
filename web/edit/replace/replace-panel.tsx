import { useState } from 'preact/hooks';
import { SearchPanel } from '../../outline/search-panel.tsx';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Field } from '../../parts/field.tsx';
import { say } from '../../parts/toast.tsx';
import { replace } from '../commands/replace.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import './replace-panel.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** Searches the canvas, and replaces what is found by another text everywhere, as one edit. */
export function ReplacePanel({ editing, onClose }: Props) {
  return (
    <SearchPanel title={editTexts.value.panels.replace} outline={editing.outline} onClose={onClose}>
      <ReplaceForm editing={editing} />
    </SearchPanel>
  );
}

function ReplaceForm({ editing }: Pick<Props, 'editing'>) {
  const words = panelTexts.value.replace;
  const { board, outline, text, together } = editing;
  const { hits, query, busy } = outline.search;
  const [by, setBy] = useState('');
  const [matchesCase, setMatchesCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const found = (isHeld?: (id: string) => boolean) =>
    replace(
      board,
      hits.value.map(({ id }) => id),
      { query: query.value, by, matchesCase, wholeWords },
      isHeld,
    );
  const { places } = found();
  const run = (): void => {
    // An open text would be written over what is replaced in it
    text.close();
    const { edit, places, held } = found((id) => together.isHeld(id));
    editing.perform(edit);
    say(held > 0 ? `${words.done(places)} ${words.held(held)}` : words.done(places));
  };
  return (
    <form
      class="replace-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (places > 0 && !busy.value) run();
      }}
    >
      <Field
        label={words.by}
        value={by}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => setBy(currentTarget.value)}
      />
      <Checkbox label={words.matchCase} checked={matchesCase} onChange={setMatchesCase} />
      <Checkbox label={words.wholeWords} checked={wholeWords} onChange={setWholeWords} />
      <Button type="submit" disabled={places === 0 || busy.value}>
        {words.all(places)}
      </Button>
    </form>
  );
}
