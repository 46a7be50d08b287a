import {
  createCanvas,
  createImage,
  createNote,
  deleteNote,
  getNote,
  listNotes,
  listWidgets,
  login,
  updateNote,
} from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';
import type { Seen, Walk } from './walk';

/** Uses functions of @hey-api/openapi-ts with its client for fetch. */
export async function walk({ baseUrl, email, password, picture }: Walk): Promise<Seen> {
  client.setConfig({ baseUrl });
  const signedIn = await login({ body: { email, password }, throwOnError: true });
  client.setConfig({ auth: ({ name }) => (name === 'Private-Token' ? signedIn.data.token : undefined) });
  const canvas = await createCanvas({ body: { name: 'Generated' }, throwOnError: true });
  const path = { canvas_id: canvas.data.id };
  const note = await createNote({ path, body: { text: 'Hello' }, throwOnError: true });
  const image = await createImage({ path, body: { data: picture, json: { title: 'Plan' } }, throwOnError: true });
  const list = await listWidgets({ path, throwOnError: true });
  const item = { ...path, widget_id: note.data.id };
  const changed = await updateNote({ path: item, body: { text: 'Changed', location: { x: 7 } }, throwOnError: true });
  await deleteNote({ path: item, throwOnError: true });
  const gone = await getNote({ path: item });
  const left = await listNotes({ path, throwOnError: true });
  return {
    note: note.data.text,
    hash: image.data.hash,
    widgets: list.data.map(({ widget_type }) => widget_type),
    changed: { text: changed.data.text, x: changed.data.location.x },
    left: left.data.length,
    refused: `${gone.response?.status} ${gone.error?.msg}`,
  };
}
