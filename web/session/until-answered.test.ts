import { expect, test } from 'vitest';
import { Refusal } from '../../model/refusal-error.ts';
import { pauseMs, untilAnswered } from './until-answered.ts';

/** Answers with these in order; numbers are refusals with that status. */
function server(...answers: readonly (number | string)[]) {
  const left = [...answers];
  return async (): Promise<string> => {
    const next = left.shift()!;
    if (typeof next === 'number') throw new Refusal('refused', next, '');
    return next;
  };
}

test('a server that does not answer is asked again until it does, and the page knows that it is silent', async () => {
  const heard: string[] = [];
  const trying = {
    wait: async (tries: number) => void heard.push(`waits ${tries}`),
    silent: () => void heard.push('silent'),
  };
  expect(await untilAnswered(server(0, 502, 503, 'here'), trying)).toBe('here');
  expect(heard).toEqual(['silent', 'waits 1', 'silent', 'waits 2', 'silent', 'waits 3']);
});

test('the pauses grow from a second to eight, and vary by a quarter', () => {
  expect([1, 2, 3, 4, 9].map((tries) => pauseMs(tries, () => 0.5))).toEqual([1000, 2000, 4000, 8000, 8000]);
  expect([pauseMs(1, () => 0), pauseMs(1, () => 1)]).toEqual([750, 1250]);
});
