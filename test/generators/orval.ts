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
} from './generated/orval';
import { sending } from './send';
import type { Seen, Walk } from './walk';

/** Uses functions of orval for fetch, with a sender of our own. */
export async function walk({ baseUrl, email, password, picture }: Walk): Promise<Seen> {
  sending.baseUrl = baseUrl;
  const signedIn = await login({ email, password });
  if (signedIn.status !== 200) throw new Error(signedIn.data.msg);
  sending.token = signedIn.data.token;
  const canvas = await createCanvas({ name: 'Generated' });
  if (canvas.status !== 200) throw new Error(canvas.data.msg);
  const { id } = canvas.data;
  const note = await createNote(id, { text: 'Hello' });
  const image = await createImage(id, { data: picture, json: { title: 'Plan' } });
  const list = await listWidgets(id);
  if (note.status !== 200 || image.status !== 200 || list.status !== 200) throw new Error('refused');
  // A stream, which the type includes, was not requested
  if (!('data' in list)) throw new Error('streamed');
  const changed = await updateNote(id, note.data.id, { text: 'Changed', location: { x: 7 } });
  await deleteNote(id, note.data.id);
  const gone = await getNote(id, note.data.id);
  const left = await listNotes(id);
  if (changed.status !== 200 || gone.status === 200 || left.status !== 200) throw new Error('refused');
  return {
    note: note.data.text,
    hash: image.data.hash,
    widgets: list.data.map(({ widget_type }) => widget_type),
    changed: { text: changed.data.text, x: changed.data.location.x },
    left: left.data.length,
    refused: `${gone.status} ${gone.data.msg}`,
  };
}
