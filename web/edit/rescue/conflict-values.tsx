import type { Body } from '../../../model/field.ts';
import type { Element } from '../../live/element.ts';
import { language } from '../../texts.ts';
import { panelTexts } from '../panel-texts.ts';
import { colourName } from '../ui/colours/colour-name.ts';
import { rescueTexts } from './rescue-texts.ts';

interface Props {
  readonly mine: Body;
  /** Undefined: it was deleted. */
  readonly theirs: Element | undefined;
}

/** What both have made of each field. */
export function ConflictValues({ mine, theirs }: Props) {
  const words = rescueTexts.value.conflicts;
  const now = theirs as unknown as Body | undefined;
  return (
    <dl class="conflict-values">
      {Object.entries(mine).map(([field, value]) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            <small>{words.yours}</small> <Value value={value} />
          </dd>
          <dd>
            <small>{words.theirs}</small> {now ? <Value value={now[field === 'auto_raise' ? 'depth' : field]} /> : words.gone}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldName(field: string): string {
  const own: Readonly<Record<string, string>> = rescueTexts.value.conflicts.fields;
  const known: Readonly<Record<string, string>> = panelTexts.value.properties.fields;
  return own[field] ?? known[field] ?? field;
}

const COLOUR = /^#[0-9a-f]{8}$/i;

function Value({ value }: { readonly value: unknown }) {
  const words = rescueTexts.value.conflicts;
  if (typeof value === 'string' && COLOUR.test(value)) {
    return (
      <span class="conflict-colour">
        <span style={{ background: value }} /> {colourName(value)}
      </span>
    );
  }
  if (typeof value === 'string' && value !== '') return <q dir="auto">{value}</q>;
  return <span>{value === '' ? words.empty : plain(value)}</span>;
}

/** Places and sizes in whole pixels; what has no short word has changed. */
function plain(value: unknown): string {
  const words = rescueTexts.value.conflicts;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return rounded(value);
  const { x, y, width, height } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof x === 'number' && typeof y === 'number') return `${rounded(x)}, ${rounded(y)}`;
  if (typeof width === 'number' && typeof height === 'number') return `${rounded(width)} × ${rounded(height)}`;
  return words.changed;
}

const rounded = (value: number): string =>
  new Intl.NumberFormat(language.value, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 }).format(value);
