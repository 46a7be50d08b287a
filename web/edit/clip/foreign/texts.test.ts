import fc from 'fast-check';
import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/kit/runs.ts';
import { addressIn, ownFileAt } from './addresses.ts';
import { cellsIn, mayBeCells } from './cells.ts';
import { listIn } from './lists.ts';
import { notesOperations, tableOperations } from './text-operations.ts';

const cells = (text: string) => (mayBeCells(text) ? cellsIn(text, papa.parse)?.rows : undefined);

describe('cells', () => {
  test('of a spreadsheet are separated by tabs, with quotes around lines', () => {
    expect(cells('a\tb\nc\t"d\ne"\n\tf\n')).toEqual([
      ['a', 'b'],
      ['c', 'd\ne'],
      ['', 'f'],
    ]);
  });

  test('of CSV are separated by commas or semicolons, the same number in each row', () => {
    expect(cells('a,b\r\n"c, d","e ""f"""')).toEqual([
      ['a', 'b'],
      ['c, d', 'e "f"'],
    ]);
    expect(cells('1,5;2,5\n3;4')).toEqual([
      ['1,5', '2,5'],
      ['3', '4'],
    ]);
    expect(cells('a,b\nc')).toBeUndefined();
    expect(cells('one, two')).toBeUndefined();
    expect(cells('a\nb\nc')).toBeUndefined();
    expect(cells('a,"b\nc,d')).toBeUndefined();
  });

  test('are the first 100 rows and columns of more', () => {
    const row = Array.from({ length: 120 }, (_, at) => at).join('\t');
    const found = cellsIn(Array.from({ length: 130 }, () => row).join('\n'), papa.parse)!;
    expect([found.isCut, found.rows.length, found.rows[0]!.length]).toEqual([true, 100, 100]);
    expect(cellsIn('a\tb\nc\td', papa.parse)!.isCut).toBe(false);
  });

  test('are read from any text without an error, all rows of one length', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(letters, (text) => {
        for (const row of cells(text) ?? []) expect(row).toHaveLength(cells(text)![0]!.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('become a table with a note in each cell that says something', () => {
    const rows = [
      ['a', ''],
      ['', 'd'],
    ];
    const id = '00000000-0000-4000-8000-000000000000';
    const size = { width: 400, height: 200 };
    const operations = tableOperations(rows, { id, root_id: 'root', at: { x: 200, y: 100 }, size, newId: () => 'new' });
    expect(operations.map(({ body }) => [body.parent_id, body.text])).toEqual([
      ['root', undefined],
      ['00000000-0000-4000-8000-000000000001', 'a'],
      ['00000000-0000-4000-8000-000000000066', 'd'],
    ]);
    expect(operations[0]!.body).toMatchObject({ location: { x: 0, y: 0 }, size, grid_size: { columns: 2, rows: 2 } });
    expect(operations[1]!.body).toMatchObject({ location: { x: 8, y: 4 }, size: { width: 184, height: 92 } });
  });
});

describe('a Markdown list', () => {
  test('has an item for each line of its first level; what is below it are lines in it', () => {
    expect(listIn('- one\n- two\n  - deep\n  goes on\n* [x] three\n\n+ four\n1. five\n2) six')).toEqual([
      'one',
      'two\n• deep\ngoes on',
      'three',
      'four',
      'five',
      'six',
    ]);
    expect(listIn('  - one\n  - two')).toEqual(['one', 'two']);
  });

  test('is none with fewer than two items, or with text around it', () => {
    expect(listIn('- one')).toBeUndefined();
    expect(listIn('Shopping:\n- one\n- two')).toBeUndefined();
    expect(listIn('- one\n- two\nthat is all')).toBeUndefined();
    expect(listIn('-one\n-two')).toBeUndefined();
    expect(listIn('')).toBeUndefined();
  });

  test('is read from any text without an error, and loses no word', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '-', '*', '1', '.', ' ', '\t', '\n', '\r\n', '[x]', '•') });
    fc.assert(
      fc.property(letters, (text) => {
        const items = listIn(text);
        if (items) expect(items.join('').replace(/[^a]/g, '')).toBe(text.replace(/[^a]/g, ''));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('becomes notes in rows, around a point', () => {
    const like = {
      root_id: 'root',
      background_color: '#ffffffff',
      note: { width: 200, height: 100 },
      gap: 20,
      newId: () => 'new',
    };
    const operations = notesOperations(['a', 'b', 'c', 'd', 'e'], like, () => ({ x: 320, y: 110 }));
    expect(operations.map(({ body }) => body.location)).toEqual([
      { x: 0, y: 0 },
      { x: 220, y: 0 },
      { x: 440, y: 0 },
      { x: 0, y: 120 },
      { x: 220, y: 120 },
    ]);
  });
});

describe('an address', () => {
  test('is one alone, with its scheme or www', () => {
    expect(addressIn(' https://wall.example/a?b \n')).toBe('https://wall.example/a?b');
    expect(addressIn('www.wall.example')).toBe('https://www.wall.example');
    for (const text of ['wall.example', 'https://a.example and more', 'javascript:alert(1)', 'https://', ''])
      expect(addressIn(text)).toBeUndefined();
  });

  test('of a file of this server is known', () => {
    const base = 'https://easel.example/api/v1';
    const widget = { id: 'w', hash: 'abc' } as never;
    const other = { id: 'x', hash: 'def' } as never;
    for (const path of ['/files/c/abc', '/files/c/abc?fit=100', '/canvases/c/images/w', '/canvases/c/pdfs/w/download']) {
      const own = ownFileAt(base + path, base)!;
      expect([own.canvas_id, own.is(widget), own.is(other)]).toEqual(['c', true, false]);
    }
    for (const address of [`${base}/canvases/c`, `${base}/canvases/c/notes/w`, 'https://other.example/api/v1/files/c/abc'])
      expect(ownFileAt(address, base)).toBeUndefined();
  });
});
