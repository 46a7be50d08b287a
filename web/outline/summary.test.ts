import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { pageClock } from '../../test/kit/page-clock.ts';
import { textBoard } from '../../test/kit/text-board.ts';
import { de } from '../../texts/de/page/index.ts';
import { en } from '../../texts/en/page/index.ts';
import { texts } from '../texts.ts';
import { createAnnouncer } from './announcer.ts';
import { summarise, Tally, type WidgetEvent } from './summary.ts';

let number = 0;
const happening = (did: WidgetEvent['did'], more: Partial<WidgetEvent> = {}): WidgetEvent => ({
  id: `w${number++}`,
  did,
  widget_type: 'Note',
  name: 'Ship on Friday',
  under: '',
  ...more,
});

describe('a summary', () => {
  it('names one widget, and counts several', () => {
    expect(summarise([happening('changed')], en.outline)).toBe('Note Ship on Friday changed.');
    const three = [1, 2, 3].map(() => happening('added', { under: 'Agenda' }));
    expect(summarise(three, en.outline)).toBe('Three notes added under Agenda.');
    expect(summarise(three, de.outline)).toBe('Drei Notizen hinzugefügt unter Agenda.');
    expect(summarise([happening('removed', { name: '', widget_type: 'Hologram' })], en.outline)).toBe('Hologram removed.');
  });

  it('has a sentence for each kind and anchor, the largest first, and joins them when they are many', () => {
    const two = [happening('added', { widget_type: 'Image', name: 'Logo' }), happening('added'), happening('added')];
    expect(summarise(two, en.outline)).toBe('Two notes added. Image Logo added.');
    const many = ['A', 'B', 'C', 'D'].map((under) => happening('changed', { under }));
    expect(summarise(many, en.outline)).toBe('Four notes changed.');
    const mixed = ['Note', 'Image', 'Pdf', 'Video'].map((widget_type) => happening('changed', { widget_type }));
    expect(summarise(mixed, en.outline)).toBe('Four items changed.');
  });

  it('tells once what one widget went through, and nothing of what came and went', () => {
    const tally = new Tally();
    tally.note(happening('added', { id: 'a' }));
    tally.note(happening('changed', { id: 'a', name: 'New name' }));
    tally.note(happening('added', { id: 'b' }));
    tally.note(happening('removed', { id: 'b' }));
    tally.note(happening('changed', { id: 'c' }));
    tally.note(happening('removed', { id: 'c' }));
    expect(tally.take().map(({ id, did, name }) => [id, did, name])).toEqual([
      ['a', 'added', 'New name'],
      ['c', 'removed', 'Ship on Friday'],
    ]);
    expect(tally.take()).toEqual([]);
  });
});

describe('announcements', () => {
  const announced = (wanted = true) => {
    texts.value = en;
    const clock = pageClock();
    const said = [] as string[];
    const board = textBoard({ id: 'anchor', is: 'Anchor', anchor_index: 0, anchor_name: 'Agenda', box: [0, 0, 1000, 1000] });
    const end = createAnnouncer({ board, speech: { say: (text) => said.push(text) }, wanted: signal(wanted), clock });
    return { board, clock, said, end };
  };

  it('come at most every five seconds, and tell of all that happened meanwhile', () => {
    const { board, clock, said } = announced();
    board.put({ id: 'a', text: 'One', box: [100, 100] });
    clock.advance(1000);
    expect(said).toEqual(['Note One added under Agenda.']);
    board.put({ id: 'b', text: 'Two', box: [100, 300] });
    clock.advance(2000);
    board.put({ id: 'c', text: 'Three', box: [100, 500] });
    expect(said.length).toBe(1);
    clock.advance(3000);
    expect(said.slice(1)).toEqual(['Two notes added under Agenda.']);
    clock.advance(60_000);
    expect(said.length).toBe(2);
  });

  it('are silent for people who do not want them', () => {
    const { board, clock, said } = announced(false);
    board.put({ id: 'a' });
    clock.advance(60_000);
    expect(said).toEqual([]);
  });

  it('tell that the connection is lost, and that it is back', () => {
    const { board, said } = announced();
    board.state.value = { is: 'waiting' };
    board.state.value = { is: 'live' };
    expect(said).toEqual([en.outline.lost, en.outline.live]);
  });
});
