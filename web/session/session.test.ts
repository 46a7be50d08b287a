import { expect, onTestFinished, test, vi } from 'vitest';
import { type CurrentSession, refreshSession, session } from './session.ts';

const as = (id: number | null): CurrentSession => ({ user: id === null ? null : { id } }) as CurrentSession;

test('an answer that was asked for before somebody signed in is not taken', async () => {
  let answer: (answered: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  onTestFinished(() => void vi.unstubAllGlobals());
  session.value = as(null);
  const late = refreshSession();
  session.value = as(7);
  answer(Response.json(as(null)));
  expect([await late, session.value.user?.id]).toEqual([false, 7]);
  const timely = refreshSession();
  answer(Response.json(as(8)));
  expect([await timely, session.value.user?.id]).toEqual([true, 8]);
});
