import { describe, expect, it } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { guest, streamBench, turns } from '../../test/kit/stream-fakes.ts';
import { recordItem } from './record-item.ts';
import { recordList } from './record-list.ts';

const bench = () => {
  const made = streamBench();
  made.canvas.commit({ a: 'one', b: 'two' });
  return {
    ...made,
    notes: () => recordList(made.canvas.view, 'c1', 'Note'),
    item: () => recordItem(made.canvas.view, 'c1', 'a'),
  };
};
/** A check that refuses once it is told to. */
const refusing = (error: Error) => {
  const check = { refuses: false, asked: 0 };
  const permit = (): void => {
    check.asked++;
    if (check.refuses) throw error;
  };
  return { check, permit };
};
const states = (message: { id: string; state: string }[]) => message.map(({ id, state }) => `${id} ${state}`);

describe('when the container is gone', () => {
  it('a list tells every item as deleted and ends cleanly; an item likewise', async () => {
    const { watch, canvas, notes, item } = bench();
    const whole = watch({ source: notes() });
    const changes = watch({ source: notes(), changesForm: true });
    const one = watch({ source: item() });
    canvas.die();
    await turns();
    for (const sink of [whole, changes]) expect(states(sink.messages[1])).toEqual(['a deleted', 'b deleted']);
    expect(one.messages[1]).toMatchObject({ id: 'a', state: 'deleted' });
    expect([whole, changes, one].map((sink) => sink.end_)).toEqual(['clean', 'clean', 'clean']);
  });

  it('what is made under its name afterwards is not told to those who knew the old one', async () => {
    const { watch, canvas, notes, item } = bench();
    const sinks = [watch({ source: notes() }), watch({ source: notes(), changesForm: true }), watch({ source: item() })];
    canvas.die();
    canvas.commit({ a: 'another', c: 'new' });
    await turns();
    const gone = ['a deleted', 'b deleted'];
    expect(sinks.map(({ messages }) => states([messages.slice(1)].flat(2)))).toEqual([gone, gone, ['a deleted']]);
    expect(sinks.map(({ text }) => text.includes('another') || text.includes('new'))).toEqual([false, false, false]);
  });

  it('an empty list says [] and ends', async () => {
    const { watch, canvas, notes } = bench();
    canvas.commit({ a: undefined, b: undefined });
    const sink = watch({ source: notes() });
    canvas.die();
    await turns();
    expect(sink.text).toBe('[]\n[]\n');
    expect(sink.end_).toBe('clean');
  });

  it('a list whose own container went with a change set tells only what it was sent', async () => {
    const { watch, canvas, notes } = bench();
    const sink = watch({ source: { ...notes(), ended: (set) => set.changes.some(({ key }) => key === 'root') } });
    canvas.commit({ c: 'never seen' }, { a: undefined, c: undefined, root: 'gone' });
    await turns();
    expect(states(sink.messages.at(-1))).toEqual(['a deleted', 'b deleted']);
    expect([sink.messages.length, sink.end_]).toEqual([2, 'clean']);
  });

  it('who opens afterwards gets a class of its own', async () => {
    const { watch, canvas, notes } = bench();
    watch({ source: notes() });
    canvas.die();
    await turns();
    const sink = watch({ source: notes() });
    canvas.commit({ a: 'again' });
    await turns();
    expect([sink.messages.length, sink.end_]).toEqual([2, 'open']);
  });
});

describe('when a right is lost', () => {
  it('of an object: what was sent is told as deleted, with the values already sent, and the stream ends', async () => {
    const { watch, directory, canvas, notes, item } = bench();
    const { check, permit } = refusing(refuse.denied());
    const list = watch({ source: notes(), permit });
    const one = watch({ source: item(), permit, group: 'item' });
    check.refuses = true;
    directory.commit({ grant: undefined });
    canvas.commit({ a: 'secret', c: 'secret' });
    await turns();
    expect(list.messages.slice(1).map(states)).toEqual([['a deleted', 'b deleted']]);
    expect(one.messages[1]).toMatchObject({ state: 'deleted', text: 'one' });
    expect(`${list.text}${one.text}`).not.toContain('secret');
    expect([list.end_, one.end_]).toEqual(['clean', 'clean']);
  });

  it.each([
    ['of a role', { onLoss: 'silent' as const, permit: refusing(refuse.denied()) }],
    ['by the licence', { onLoss: 'vanish' as const, permit: refusing(refuse.licenceExpired()) }],
    ['by a fault', { onLoss: 'vanish' as const, permit: refusing(new Error('fault')) }],
  ])('%s: the stream ends cleanly without a word', async (_, { onLoss, permit: { check, permit } }) => {
    const { watch, directory, notes } = bench();
    const sink = watch({ source: notes(), permit, onLoss });
    check.refuses = true;
    directory.commit({ x: 'y' });
    await turns();
    expect([sink.lines.length, sink.end_]).toEqual([1, 'clean']);
  });

  it.each([refuse.invalidToken(), refuse.blocked()])(
    'with the credential: the stream ends cleanly without a word',
    async (refusal) => {
      const { watch, directory, notes } = bench();
      const { check, permit: refuseToken } = refusing(refusal);
      const authenticate = () => {
        refuseToken();
        return guest;
      };
      const sink = watch({ source: notes(), authenticate, group: 't' });
      const other = watch({ source: notes(), group: 'other' });
      check.refuses = true;
      directory.commit({ t: undefined });
      await turns();
      expect([sink.lines.length, sink.end_, other.end_]).toEqual([1, 'clean', 'open']);
    },
  );

  it('because the object is gone, it is told as deleted whatever the rule says', async () => {
    const { watch, directory, notes } = bench();
    const { check, permit } = refusing(refuse.notFound('Group', 3));
    const sink = watch({ source: notes(), permit, onLoss: 'silent' });
    check.refuses = true;
    directory.commit({ g: undefined });
    await turns();
    expect(states(sink.messages[1])).toEqual(['a deleted', 'b deleted']);
  });

  it('outside the directory, it is found by asking again', async () => {
    const { watch, streams, notes } = bench();
    const { check, permit } = refusing(refuse.licenceExpired());
    const sink = watch({ source: notes(), permit });
    check.refuses = true;
    streams.askAgain();
    await turns();
    expect(sink.end_).toBe('clean');
  });
});

describe('asking again', () => {
  it('asks each group once for all that changed in a turn', async () => {
    const { watch, directory, notes } = bench();
    const { check, permit } = refusing(refuse.denied());
    for (let each = 0; each < 10; each++) watch({ source: notes(), permit, group: 'same' });
    for (let each = 0; each < 5; each++) directory.commit({ x: String(each) });
    await turns();
    expect(check.asked).toBe(1);
    directory.commit({ x: 'later' });
    await turns();
    expect(check.asked).toBe(2);
  });

  it('pauses behind a long round, but not for longer than a quarter of a second', async () => {
    const { watch, directory, clock, notes } = bench();
    let asked = 0;
    const permit = () => {
      asked++;
      clock.advance(200);
    };
    watch({ source: notes(), permit });
    for (const text of ['1', '2', '3']) {
      directory.commit({ x: text });
      await turns();
    }
    expect(asked).toBe(1);
    clock.advance(249);
    await turns();
    expect(asked).toBe(1);
    clock.advance(1);
    await turns();
    expect(asked).toBe(2);
  });

  it('takes at most about 5 ms of a turn, and all groups are asked within 1 s', async () => {
    const { watch, directory, clock, notes } = bench();
    let asked = 0;
    const permit = () => {
      asked++;
      clock.advance(1);
    };
    for (let group = 0; group < 100; group++) watch({ source: notes(), permit, group: String(group) });
    const before = clock.now();
    directory.commit({ x: 'y' });
    await turns(1);
    expect(asked).toBeLessThanOrEqual(6);
    await turns(40);
    expect(asked).toBe(100);
    expect(clock.now() - before).toBeLessThan(1000);
  });

  it('waits for a full socket with the farewell', async () => {
    const { watch, directory, notes, canvas } = bench();
    const { check, permit } = refusing(refuse.denied());
    const sink = watch({ source: notes(), permit });
    sink.stalled = true;
    canvas.commit({ a: 'fills the socket' });
    await turns();
    check.refuses = true;
    directory.commit({ x: 'y' });
    canvas.commit({ a: 'later' });
    await turns();
    expect(sink.messages).toHaveLength(2);
    sink.drain();
    await turns();
    expect(sink.messages[2]).toMatchObject([{ id: 'a', text: 'fills the socket', state: 'deleted' }, { id: 'b' }]);
    expect(sink.end_).toBe('clean');
  });
});

describe('at shutdown', () => {
  it('all streams end cleanly without a word, later ones at once, and no timer stays', async () => {
    const { watch, streams, store, canvas, clock, notes } = bench();
    const sinks = [watch({ source: notes() }), watch({ source: recordItem(canvas.view, 'c1', 'a') })];
    canvas.commit({ a: 'changed' });
    streams.close();
    await turns();
    expect(sinks.map((sink) => [sink.lines.length, sink.end_])).toEqual([
      [1, 'clean'],
      [1, 'clean'],
    ]);
    expect(watch({ source: notes() }).end_).toBe('clean');
    // The store ends next, and with it what the feed keeps for a while
    store.feed.close();
    clock.advance(10_000);
    expect(clock.waiting).toBe(0);
  });

  it('who does not take the end is cut off after 2 s', async () => {
    const { watch, streams, clock, canvas, notes } = bench();
    const sink = watch({ source: notes() });
    sink.stalled = true;
    canvas.commit({ a: 'changed' });
    await turns();
    streams.close();
    expect(sink.end_).toBe('clean');
    clock.advance(2500);
    expect(sink.end_).toBe('destroyed');
  });
});
