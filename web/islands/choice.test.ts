import { describe, expect, it } from 'vitest';
import { type Candidate, choose, MOST } from './choice.ts';

const screen = { width: 1000, height: 1000 };
const never = () => false;
const at = (id: string, x: number, y: number, side = 100, more: Partial<Candidate> = {}): Candidate => ({
  id,
  group: 'video',
  box: { x, y, width: side, height: side },
  isLive: false,
  ...more,
});

describe('the live elements', () => {
  it('are those that are large enough on the screen', () => {
    const found = choose([at('large', 0, 0), at('small', 200, 200, 39), at('outside', 1200, 0)], screen, never);
    expect([...found]).toEqual(['large']);
  });

  it('stay live a little below the size at which they become so', () => {
    expect([...choose([at('small', 0, 0, 35, { isLive: true })], screen, never)]).toEqual(['small']);
    expect([...choose([at('small', 0, 0, 29, { isLive: true })], screen, never)]).toEqual([]);
  });

  it('are the largest and most central when there are too many', () => {
    const many = Array.from({ length: MOST.video }, (_, id) => at(`${id}`, 900, 900));
    const found = choose([...many, at('central', 450, 450), at('large', 0, 0, 200)], screen, never);
    expect(found.size).toBe(MOST.video);
    expect(found).toContain('central');
    expect(found).toContain('large');
  });

  it('do not change places with others that are nearly as large', () => {
    const live = Array.from({ length: MOST.video }, (_, id) => at(`${id}`, 450, 450, 100, { isLive: true }));
    expect(choose([at('new', 450, 450, 110), ...live], screen, never)).not.toContain('new');
    expect(choose([at('new', 450, 450, 130), ...live], screen, never)).toContain('new');
  });

  it('give way when they have left the screen, and only then', () => {
    const gone = at('gone', 2000, 0, 100, { isLive: true });
    expect(choose([gone], screen, never)).toContain('gone');
    const many = Array.from({ length: MOST.video }, (_, id) => at(`${id}`, 0, 0));
    expect(choose([gone, ...many], screen, never)).not.toContain('gone');
  });

  it('have a bound for each group', () => {
    const videos = Array.from({ length: MOST.video + 4 }, (_, id) => at(`v${id}`, 0, 0));
    const frames = Array.from({ length: MOST.frame + 4 }, (_, id) => at(`f${id}`, 0, 0, 200, { group: 'frame' }));
    expect(choose([...videos, ...frames], screen, never).size).toBe(MOST.video + MOST.frame);
  });

  it('are not those that others cover, and these take no place', () => {
    const many = Array.from({ length: MOST.video }, (_, id) => at(`${id}`, 0, 0));
    const found = choose([at('covered', 300, 300, 400), ...many], screen, (id) => id === 'covered');
    expect(found.size).toBe(MOST.video);
    expect(found).not.toContain('covered');
  });
});
