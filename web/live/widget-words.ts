/** A field in which people write what a widget is, and how near it is to being its name: 0 is the nearest. */
export interface WidgetText {
  readonly key: string;
  readonly text: string;
  readonly rank: number;
}

/**
 * What a widget says, the likeliest name first, without empty ones. Fields are known by what they are called, so a new type of widget
 * can be read, found and announced without a word about it here.
 */
export function textsOf(widget: object): WidgetText[] {
  const found: WidgetText[] = [];
  for (const key in widget) {
    const value = (widget as Readonly<Record<string, unknown>>)[key];
    if (typeof value !== 'string' || value === '') continue;
    const rank = ranks.findIndex((is) => is(key));
    if (rank >= 0 && value.trim() !== '') found.push({ key, text: value.trim(), rank });
  }
  return found.length > 1 ? found.sort((one, other) => one.rank - other.rank) : found;
}

/** What a widget is called, in one line; `''` where nobody wrote anything. */
export function nameOf(widget: object): string {
  const [first] = textsOf(widget);
  return first ? split(first.text).name : '';
}

/** What it says after its name. */
export function contentOf(widget: object): string {
  const [first, ...others] = textsOf(widget);
  if (!first) return '';
  return [split(first.text).rest, ...others.map(({ text }) => inLine(text))].filter((text) => text !== '').join(' · ');
}

const ranks: readonly ((key: string) => boolean)[] = [
  (key) => key === 'title' || key === 'name' || key.endsWith('_name'),
  (key) => key === 'text',
  (key) => key.endsWith('filename'),
  (key) => key === 'url' || key === 'source',
];

/** Longer names are cut. */
const LONGEST = 120;

/** The first line, as far as it is a name, and what comes after that. */
function split(text: string): { readonly name: string; readonly rest: string } {
  const [first = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const line = inLine(first);
  if (line.length <= LONGEST) return { name: line, rest: inLine(text.slice(first.length)) };
  const name = line.slice(0, LONGEST - 1);
  return { name: `${name.trimEnd()}…`, rest: inLine(`${line.slice(name.length)}${text.slice(first.length)}`) };
}

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
