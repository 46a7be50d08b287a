import { useEffect, useState } from 'preact/hooks';
import type { Canvas } from '../../../model/resources/canvas.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Field } from '../../parts/field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { language } from '../../texts.ts';
import { accountTexts } from './account-texts.ts';

interface Props {
  /** Ids; undefined: all canvases. */
  readonly chosen: readonly string[] | undefined;
  readonly choose: (chosen: readonly string[] | undefined) => void;
}

/** The most canvases in the list; typing narrows it down to names that fit. */
const MOST_SHOWN = 50;

/** All canvases, or some of them. */
export function ChosenCanvases({ chosen, choose }: Props) {
  const words = accountTexts.value;
  return (
    <div class="me-choices">
      <Segments
        label={words.where}
        options={[
          { value: 'all', text: words.whereAll },
          { value: 'some', text: words.whereSome },
        ]}
        value={chosen ? 'some' : 'all'}
        onChange={(which) => choose(which === 'all' ? undefined : [])}
      />
      {chosen && <List chosen={chosen} choose={choose} />}
    </div>
  );
}

function List({ chosen, choose }: { readonly chosen: readonly string[]; readonly choose: (chosen: readonly string[]) => void }) {
  const words = accountTexts.value;
  const [canvases, setCanvases] = useState<readonly Pick<Canvas, 'id' | 'name'>[]>([]);
  const [typed, setTyped] = useState('');
  useEffect(() => void rest.get<readonly Canvas[]>('/canvases').then(setCanvases, sayFault), []);
  const wanted = typed.trim().toLocaleLowerCase(language.value);
  const shown = canvases
    .filter(({ id, name }) => chosen.includes(id) || name.toLocaleLowerCase(language.value).includes(wanted))
    .toSorted((one, other) => one.name.localeCompare(other.name, language.value));
  const turn = (id: string) => (on: boolean) => choose(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <>
      <Field type="search" label={words.findCanvas} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <fieldset class="me-canvases">
        <legend class="unseen">{words.whereSome}</legend>
        {shown.slice(0, MOST_SHOWN).map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={turn(id)} />
        ))}
        {shown.length === 0 && <p class="me-about">{words.noCanvas}</p>}
      </fieldset>
    </>
  );
}
