import { expect, test } from 'vitest';
import { Refusal } from '../../model/refusal-error.ts';
import { noAnswer } from '../session/rest.ts';
import { createPreviewRequests } from './previews.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests that a test ends by hand. */
function held() {
  const asked: string[] = [];
  const ends: { readonly done: () => void; readonly failed: (cause: unknown) => void }[] = [];
  const requests = createPreviewRequests((id) => {
    asked.push(id);
    return new Promise<void>((done, failed) => ends.push({ done, failed }));
  });
  return { asked, ends, requests };
}

test('two pictures are asked for at once, and the one that came into view last is the next', async () => {
  const { asked, ends, requests } = held();
  for (const id of ['a', 'b', 'c', 'd']) requests.want(id);
  expect(asked).toEqual(['a', 'b']);
  ends[0]!.done();
  await turn();
  expect(asked).toEqual(['a', 'b', 'd']);
});

test('what went out of view before its turn is not asked for', async () => {
  const { asked, ends, requests } = held();
  for (const id of ['a', 'b', 'c']) requests.want(id);
  requests.forget('c');
  ends[0]!.done();
  await turn();
  expect(asked).toEqual(['a', 'b']);
});

test('a picture is asked for once, and again only when the server did not hear it', async () => {
  const { asked, ends, requests } = held();
  requests.want('a');
  requests.want('b');
  ends[0]!.failed(new Refusal('refused', 404, ''));
  ends[1]!.failed(noAnswer());
  await turn();
  requests.want('a');
  requests.want('b');
  expect(asked).toEqual(['a', 'b', 'b']);
});
