import { expect } from 'vitest';
import type { Answer, Caller, Easel, Person } from './easel.ts';

export const NOWHERE = '00000000-0000-4000-8000-00000000abcd';

/** A folder or canvas as answers show it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read every field
export type Place = any;

export async function makeCanvas(owner: Caller, fields: object = {}): Promise<Place> {
  return succeeded(await owner.post('/canvases', fields));
}

export async function makeFolder(owner: Caller, fields: object = {}): Promise<Place> {
  return succeeded(await owner.post('/canvas-folders', fields));
}

/** Gives a person a permission on a canvas or folder; `object`: its path. */
export async function give(owner: Caller, object: string, person: Person, permission: string): Promise<void> {
  succeeded(await owner.post(`${object}/permissions`, { users: [{ id: person.id, permission }] }));
}

export async function rootOf(caller: Caller): Promise<Place> {
  return (await caller.get('/canvas-folders')).body[0];
}

/** Status and text; asserts that nothing was written or published. */
export async function refused(easel: Easel, send: () => Promise<Answer>): Promise<string> {
  const { status, body } = await easel.unchanged(send);
  expect(Object.keys(body)).toEqual(['msg']);
  return `${status} ${body.msg}`;
}

function succeeded({ status, text, body }: Answer): Place {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
