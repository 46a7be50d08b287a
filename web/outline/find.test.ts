import { describe, expect, it } from 'vitest';
import { itemOf, type Placed } from '../../test/kit/text-board.ts';
import { createFind } from './find.ts';
import { folded, wordsOf } from './fold.ts';
import { rangesOf, snippetOf } from './matches.ts';

function find(widgets: readonly Placed[], query: string): string[] {
  let found: string[] = [];
  const work = createFind()(
    widgets.map((one) => itemOf(one)),
    query,
    (hits) => (found = hits.map(({ id }) => id)),
  );
  while (!work.next().done);
  return found;
}

describe('a search', () => {
  it('knows neither case nor accents nor forms of letters', () => {
    expect(folded('ÜBERMÄSSIG straße Ærø Łódź ﬁn ①')).toBe('ubermassig strasse aero lodz fin 1');
    expect(
      find(
        [
          { id: 'a', text: 'Crème brûlée' },
          { id: 'b', text: 'STRASSE' },
        ],
        'creme',
      ),
    ).toEqual(['a']);
    expect(
      find(
        [
          { id: 'a', text: 'Crème brûlée' },
          { id: 'b', text: 'STRASSE' },
        ],
        'Straße',
      ),
    ).toEqual(['b']);
  });

  it('wants all words, in any field and order', () => {
    const widgets: Placed[] = [
      { id: 'both', title: 'Plan', text: 'ship on friday' },
      { id: 'one', title: 'Plan', text: 'rest on sunday' },
    ];
    expect(find(widgets, 'friday plan')).toEqual(['both']);
    expect(find(widgets, 'plan')).toEqual(['both', 'one']);
    expect(find(widgets, 'friday sunday')).toEqual([]);
  });

  it('looks at names, texts, addresses and files, of types it does not know, too', () => {
    const widgets: Placed[] = [
      { id: 'anchor', is: 'Anchor', anchor_name: 'apple 1' },
      { id: 'page', is: 'Browser', url: 'https://apple.example' },
      { id: 'file', is: 'Pdf', original_filename: 'apple.pdf' },
      { id: 'new', is: 'Hologram', title: 'apple pie' },
      { id: 'secret', is: 'Note', color: 'apple' },
    ];
    expect(find(widgets, 'apple').sort()).toEqual(['anchor', 'file', 'new', 'page']);
  });

  it('has names before contents, and beginnings before middles', () => {
    const widgets: Placed[] = [
      { id: 'content', title: 'List', text: 'plan' },
      { id: 'middle', title: 'Airplane' },
      { id: 'word', title: 'The plan' },
      { id: 'beginning', title: 'Planning' },
      { id: 'whole', title: 'Plan' },
    ];
    expect(find(widgets, 'plan')).toEqual(['whole', 'beginning', 'word', 'middle', 'content']);
  });

  it('has the upper left first among equals', () => {
    const widgets: Placed[] = [
      { id: 'low', text: 'x', box: [0, 900] },
      { id: 'right', text: 'x', box: [900, 0] },
      { id: 'left', text: 'x', box: [0, 0] },
    ];
    expect(find(widgets, 'x')).toEqual(['left', 'right', 'low']);
  });
});

describe('marks', () => {
  const marked = (text: string, query: string): string[] =>
    rangesOf(text, wordsOf(query)).map(([from, to]) => text.slice(from, to));

  it('stand at the letters that were found, whatever their forms', () => {
    expect(marked('Die Straße, die STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE']);
    expect(marked('Crème', 'rem')).toEqual(['rèm']);
    expect(marked('👍 ok', 'ok')).toEqual(['ok']);
  });

  it('that overlap are one', () => {
    expect(marked('planning', 'plan lan')).toEqual(['plan']);
    expect(marked('planning', 'plan ning')).toEqual(['planning']);
  });

  it('are in the piece of a long text that is shown', () => {
    const long = `${'lorem ipsum '.repeat(50)}needle ${'dolor '.repeat(50)}`;
    const piece = snippetOf(long, ['needle']);
    expect(piece).toContain('needle');
    expect(piece.length).toBeLessThan(95);
    expect(piece.startsWith('…') && piece.endsWith('…')).toBe(true);
    expect(snippetOf('short\ntext', [])).toBe('short text');
  });
});
