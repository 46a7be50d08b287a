import { describe, expect, test } from 'vitest';
import { audited } from '../kit/audited.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { makeCanvas, NOWHERE, refused } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

describe('giving a canvas to a user', () => {
  test('moves it into their home folder, where it is theirs, and is audited', async () => {
    const made = await makeCanvas(ann);
    const lines = await audited(easel, async () => {
      const { status, body } = await easel.admin.post(`/canvases/${made.id}/give`, { user_id: bob.id });
      expect([status, body.name, body.folder_id]).toEqual([200, made.name, String(bob.id)]);
    });
    expect(lines.map(({ action }) => action)).toEqual(['Canvas given', 'Canvas moved']);
    expect((await bob.patch(`/canvases/${made.id}`, { name: 'Mine now' })).status).toBe(200);
  });

  test('is refused while they have one of its name, to whoever is no administrator, and for what is not there', async () => {
    const { id, name } = await makeCanvas(ann);
    await bob.post('/canvases', { name });
    const give = (who: Person, canvas: string, body: object): Promise<string> =>
      refused(easel, () => who.post(`/canvases/${canvas}/give`, body));
    expect(await give(easel.admin, id, { user_id: bob.id })).toBe('409 bob has a canvas of this name already');
    expect(await give(ann, id, { user_id: ann.id })).toBe('403 Permission denied');
    expect(await give(easel.admin, id, { user_id: 9999 })).toBe('404 User 9999 not found');
    expect(await give(easel.admin, id, {})).toBe('400 user_id parameter is missing');
    expect(await give(easel.admin, NOWHERE, { user_id: bob.id })).toBe(`404 Canvas ${NOWHERE} not found`);
  });
});
