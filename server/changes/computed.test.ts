import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Image, Note, streamBench, turns } from '../../test/kit/stream-fakes.ts';
import { computed } from './computed.ts';
import { OrderedPages } from './ordered-pages.ts';
import type { Seen } from './source.ts';

const text = (key: string, name: string, state = 'normal') => `{"id":"${key}","state":"${state}","name":"${name}"}`;

/** Canvases as one actor sees them: those whose record does not say `hidden`. */
const bench = () => {
  const made = streamBench();
  const computes = { all: 0, one: 0 };
  const shown = (key: string): Seen | undefined => {
    const found = made.directory.view.version(key)?.shown;
    const name = found && JSON.parse(found).text;
    return name && name !== 'hidden' ? { key, shown: text(key, name) } : undefined;
  };
  const answer = {
    key: 'directory/canvases/1004',
    form: 'list' as const,
    kinds: [Note],
    gone: (seen: Seen) => seen.shown.replace('normal', 'deleted').replace('}', ',"access":"none"}'),
    present: () => {
      computes.all++;
      return [...made.directory.view.list('Note').versions()].flatMap(({ key }) => shown(key) ?? []);
    },
    one: (key: string) => {
      computes.one++;
      return shown(key);
    },
  };
  return { ...made, computes, answer };
};

describe('a computed list', () => {
  it('gives a plain GET without keeping anything', () => {
    const { directory, answer, computes } = bench();
    directory.commit({ a: 'A', b: 'hidden', c: 'C' });
    const source = computed(answer);
    expect(Buffer.concat([...source.body()]).toString()).toBe(`[${text('a', 'A')},${text('c', 'C')}]`);
    expect(Buffer.concat([...source.body()]).toString()).toContain('"C"');
    expect(computes.all).toBe(2);
  });

  it('tells by text what altered for this actor: appeared, changed, vanished', async () => {
    const { watch, directory, answer } = bench();
    directory.commit({ a: 'A', b: 'hidden', c: 'C' });
    const sink = watch({ source: computed(answer) });
    directory.commit({ b: 'B' });
    await turns();
    directory.commit({ a: 'hidden' });
    await turns();
    directory.commit({ a: 'hidden' });
    await turns();
    const parsed = (...texts: string[]) => texts.map((each) => JSON.parse(each));
    expect(sink.messages).toEqual([
      parsed(text('a', 'A'), text('c', 'C')),
      parsed(text('a', 'A'), text('b', 'B'), text('c', 'C')),
      [...parsed(text('b', 'B'), text('c', 'C')), { ...JSON.parse(text('a', 'A', 'deleted')), access: 'none' }],
    ]);
  });

  it('looks again only when one of its kinds is touched, once for all who watch', async () => {
    const { watch, directory, answer, computes } = bench();
    for (let each = 0; each < 20; each++) watch({ source: computed(answer) });
    directory.commitAs(Image, { i: 'x' });
    await turns();
    expect(computes.all).toBe(1);
    directory.commit({ a: 'A' });
    await turns();
    expect(computes.all).toBe(2);
  });

  it('recomputes only the affected keys when they are known', async () => {
    const { watch, directory, answer, computes } = bench();
    directory.commit({ a: 'A', b: 'B', c: 'C' });
    const affected = (set: { changes: readonly { key: string }[] }) => set.changes.map(({ key }) => key);
    const sink = watch({ source: computed({ ...answer, affected }) });
    directory.commit({ b: 'renamed' });
    await turns();
    expect(computes).toEqual({ all: 1, one: 1 });
    expect(sink.messages[1].map(({ name }: { name: string }) => name)).toEqual(['A', 'renamed', 'C']);
  });

  it('of canvases follows their heads once a second, and is exact for who opens meanwhile', async () => {
    const { watch, canvas, clock, answer, directory } = bench();
    directory.commit({ c1: 'canvas' });
    let head = 0;
    const one = (key: string) => (key === 'c1' ? { key, shown: text(key, `head ${head}`) } : undefined);
    const present = () => [one('c1')!];
    const source = () => computed({ ...answer, one, present, followsHeads: true });
    const sink = watch({ source: source() });
    for (head = 1; head < 4; head++) canvas.commit({ a: String(head) });
    await turns();
    expect(sink.messages).toHaveLength(1);
    expect(watch({ source: source() }).messages[0][0].name).toBe('head 4');
    clock.advance(1000);
    await turns();
    expect(sink.messages.slice(1).map(([{ name }]) => name)).toEqual(['head 4']);
  });
});

describe('ordered pages', () => {
  interface Named extends Seen {
    readonly name: string;
  }
  const byName = (a: Named, b: Named) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  const named = (key: number, name: number): Named => ({ key: `k${key}`, name: `n${name}`, shown: `"${key} ${name}"` });

  it('hold what a sorted array would, whatever is put and deleted', () => {
    const write = fc.record({ key: fc.nat(40), name: fc.option(fc.nat(20), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 120 }), (writes) => {
        const pages = new OrderedPages<Named>([], byName);
        const plain = new Map<string, Named>();
        for (const { key, name } of writes) {
          if (name === undefined) pages.delete(`k${key}`);
          else pages.put(named(key, name));
          if (name === undefined) plain.delete(`k${key}`);
          else plain.set(`k${key}`, named(key, name));
        }
        const expected = [...plain.values()].sort(byName);
        expect([...pages.items()]).toEqual(expected);
        expect(pages.bytes().join()).toBe(expected.map(({ shown }) => shown).join());
      }),
    );
  });

  it('split and give only the touched page anew', () => {
    const pages = new OrderedPages<Seen>(Array.from({ length: 2000 }, (_, key) => ({ key: String(key), shown: `"${key}"` })));
    const before = pages.bytes();
    for (let key = 2000; key < 3000; key++) pages.put({ key: String(key), shown: `"${key}"` });
    pages.put({ key: '700', shown: '"changed"' });
    const after = pages.bytes();
    expect(after.filter((bytes, index) => bytes === before[index]).length).toBe(6);
    expect(after.length).toBeGreaterThan(before.length + 1);
    expect([...pages.items()]).toHaveLength(3000);
  });
});
