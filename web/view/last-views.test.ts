import { describe, expect, it } from 'vitest';
import { createLastViews } from './last-views.ts';
import { readViewLink, viewHash } from './view-link.ts';

function storage(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, next: string) => {
      kept = next;
    },
  };
}

const box = (x: number) => ({ x, y: 2, width: 30, height: 40 });

describe('the views of a browser', () => {
  it('are those where it was last on each canvas', () => {
    const views = createLastViews(storage());
    views.keep('a', box(1));
    views.keep('b', box(2));
    views.keep('a', box(3));
    expect([views.of('a'), views.of('b'), views.of('c')]).toEqual([box(3), box(2), undefined]);
  });

  it('are forgotten when fifty others were seen since', () => {
    const views = createLastViews(storage());
    for (let at = 0; at <= 50; at++) views.keep(`canvas ${at}`, box(at));
    expect(views.of('canvas 0')).toBeUndefined();
    expect(views.of('canvas 1')).toEqual(box(1));
  });

  it.each(['{', '7', '[["a", 1]]', '[["a", 0, 0, 0, 10]]', '[["a", null, 0, 5, 10]]'])(
    'are none where the browser kept %s',
    (text) => {
      expect(createLastViews(storage(text)).of('a')).toBeUndefined();
    },
  );
});

describe('a link to a view', () => {
  it('leads to what was seen, to less than a pixel of the screen', () => {
    expect(viewHash({ x: 100.04, y: -20, width: 1920, height: 1080 })).toBe('#view=100,-20,1920,1080');
    const small = { x: 1 / 3, y: 2 / 3, width: 0.25, height: 0.125 };
    const read = readViewLink(viewHash(small));
    expect(read?.to === 'view' && Math.abs(read.box.x - small.x)).toBeLessThan(1e-4);
  });

  it('leads to a widget or an anchor', () => {
    expect(readViewLink('#widget=a-1')).toEqual({ to: 'widget', id: 'a-1' });
    expect(readViewLink('#anchor=b')).toEqual({ to: 'anchor', id: 'b' });
  });

  it.each(['', '#', '#view=', '#view=1,2,3', '#view=1,2,3,0', '#view=1,2,x,4', '#view=1,,3,4', '#view=1,2,3,1e999', '#widget='])(
    'is none in %j',
    (hash) => {
      expect(readViewLink(hash)).toBeUndefined();
    },
  );
});
