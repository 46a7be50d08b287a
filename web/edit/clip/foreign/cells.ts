import type Papa from 'papaparse';

export interface PastedCells {
  /** Rows of one length. */
  readonly rows: readonly (readonly string[])[];
  /** There were more rows or columns than a table takes. */
  readonly isCut: boolean;
}

/** @bound Rows and columns of a table (interface/widgets 10.1); the first ones of more are taken, and the page says so. */
const MOST = 100;
/** Fewer columns or rows are a text. */
const LEAST = 2;
/** Longer texts are no cells that anybody wants on a canvas: reading them would take long. */
const LONGEST = 5_000_000;

/** Whether a text may be cells, before what reads them is loaded. */
export const mayBeCells = (text: string): boolean => text.length <= LONGEST && /[\n\r]/.test(text.trim()) && /[\t,;]/.test(text);

/**
 * The cells of a spreadsheet, with tabs and lines, or CSV: two by two at least, and the same number in each row. Undefined: the text
 * is none. Never throws. @param parse that of `papaparse`
 */
export function cellsIn(text: string, parse: (typeof Papa)['parse']): PastedCells | undefined {
  const plain = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  for (const delimiter of plain.includes('\t') ? ['\t'] : [',', ';']) {
    const { data, errors } = parse<string[]>(plain, { delimiter });
    const found = errors.some(({ type }) => type === 'Quotes') ? undefined : tableOf(data);
    if (found) return found;
  }
  return undefined;
}

function tableOf(data: readonly (readonly string[])[]): PastedCells | undefined {
  const columns = data[0]?.length ?? 0;
  if (data.length < LEAST || columns < LEAST) return undefined;
  if (data.some(({ length }) => length !== columns)) return undefined;
  const width = Math.min(MOST, columns);
  const rows = data.slice(0, MOST).map((row) => Array.from({ length: width }, (_, at) => row[at]?.trim() ?? ''));
  return { rows, isCut: data.length > MOST || columns > MOST };
}
