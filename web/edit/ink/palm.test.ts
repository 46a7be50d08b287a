import { describe, expect, test } from 'vitest';
import { type Contact, Palms } from './palm.ts';

type Step = readonly [
  who: 'pen' | 'finger' | 'other',
  kind: Contact['kind'],
  time: number,
  x: number,
  y?: number,
  width?: number,
];

const ids = { pen: 1, finger: 2, other: 3 } as const;

function played(steps: readonly Step[]): { readonly palms: Palms; readonly revealed: readonly number[] } {
  const palms = new Palms();
  const revealed = steps.flatMap(([who, kind, time, x, y = 0, width = 10]) =>
    palms.take({ kind, id: ids[who], pointer: who === 'pen' ? 'pen' : 'touch', x, y, width, height: 10, time }),
  );
  return { palms, revealed };
}

describe('a touch', () => {
  const hover: Step = ['pen', 'move', 0, 5000];
  const cases: readonly (readonly [name: string, isPalm: boolean, steps: readonly Step[]])[] = [
    ['of 60 px is a finger while no pen has been here', false, [['finger', 'down', 0, 0, 0, 60]]],
    ['of 40 px is a finger', false, [hover, ['finger', 'down', 1000, 0, 0, 40]]],
    ['of 41 px is a palm once a pen has hovered', true, [hover, ['finger', 'down', 100_000, 0, 0, 41]]],
    [
      '300 px beside a pen that is down for long is a palm',
      true,
      [
        ['pen', 'down', 0, 0],
        ['finger', 'down', 9000, 180, 240],
      ],
    ],
    [
      '301 px beside a pen is a finger',
      false,
      [
        ['pen', 'down', 0, 0],
        ['finger', 'down', 10, 301],
      ],
    ],
    [
      'beside where a pen went down and then moved on is a finger',
      false,
      [
        ['pen', 'down', 0, 0],
        ['pen', 'move', 9, 900],
        ['finger', 'down', 20, 0],
      ],
    ],
    [
      '500 ms after a pen left there is a palm',
      true,
      [
        ['pen', 'down', 0, 0],
        ['pen', 'up', 90, 0],
        ['finger', 'down', 590, 50],
      ],
    ],
    [
      '501 ms after a pen left there is a finger',
      false,
      [
        ['pen', 'down', 0, 0],
        ['pen', 'up', 90, 0],
        ['finger', 'down', 591, 50],
      ],
    ],
    [
      'where a pen was taken away is a palm',
      true,
      [
        ['pen', 'down', 0, 900],
        ['pen', 'cancel', 90, 0],
        ['finger', 'down', 99, 850],
      ],
    ],
    [
      'beside a pen that hovers is a palm',
      true,
      [
        ['pen', 'move', 0, 0],
        ['finger', 'down', 100, 100],
      ],
    ],
    [
      'that lies there 500 ms before the pen comes is a palm',
      true,
      [
        ['finger', 'down', 0, 0],
        ['pen', 'down', 500, 900],
      ],
    ],
    [
      'that lies there for longer than 500 ms is a finger',
      false,
      [
        ['finger', 'down', 0, 0],
        ['pen', 'down', 501, 900],
      ],
    ],
    [
      'that has moved 12 px is a palm still',
      true,
      [
        ['finger', 'down', 0, 0],
        ['finger', 'move', 9, 12],
        ['pen', 'down', 20, 900],
      ],
    ],
    [
      'that has moved 13 px and back is a finger',
      false,
      [
        ['finger', 'down', 0, 0],
        ['finger', 'move', 9, 13],
        ['finger', 'move', 10, 0],
        ['pen', 'down', 20, 900],
      ],
    ],
    [
      'that a pen only hovers over is a finger',
      false,
      [
        ['finger', 'down', 0, 0],
        ['pen', 'move', 20, 0],
      ],
    ],
    ['that grows at once is a palm', true, [hover, ['finger', 'down', 2000, 0], ['finger', 'move', 2100, 3, 0, 55]]],
    ['that grows later is a finger', false, [hover, ['finger', 'down', 2000, 0], ['finger', 'move', 2501, 3, 0, 55]]],
    [
      'is another one after it was up',
      false,
      [hover, ['finger', 'down', 2000, 0, 0, 60], ['finger', 'up', 2001, 0], ['finger', 'down', 3000, 0]],
    ],
  ];
  test.each(cases)('%s', (_, isPalm, steps) => {
    expect(played(steps).palms.isPalm(ids.finger)).toBe(isPalm);
  });

  test('stays a palm after the pen has left, until it is up', () => {
    const { palms } = played([
      ['pen', 'down', 0, 0],
      ['finger', 'down', 1, 0],
      ['pen', 'up', 2, 0],
      ['finger', 'move', 5000, 600],
    ]);
    expect(palms.isPalm(ids.finger)).toBe(true);
  });
});

test('what palms have begun ends when the pen comes down, once, and only theirs', () => {
  const steps: readonly Step[] = [
    ['finger', 'down', 0, 0],
    ['other', 'down', 100, 900],
    ['other', 'move', 150, 950],
    ['pen', 'down', 300, 30],
    ['pen', 'up', 310, 30],
    ['pen', 'down', 320, 30],
  ];
  expect(played(steps).revealed).toEqual([ids.finger]);
});
