import type { Door, Json } from '../door.ts';

/** The account with this e-mail address or id. Throws one line. */
export async function accountOf(door: Door, text: string): Promise<Json> {
  if (/^\d+$/.test(text)) return door.ask('GET', `/users/${text}`);
  const users: readonly Json[] = await door.ask('GET', '/users');
  const found = users.find(({ email }) => email !== '' && email.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new Error(`nobody has the e-mail address ${text}`);
  return found;
}

/** The canvas with this id, or with this name if only one has it. Throws one line. */
export async function canvasOf(door: Door, text: string): Promise<Json> {
  const canvases: readonly Json[] = await door.ask('GET', '/canvases');
  const found = canvases.filter(({ id, name }) => id === text.toLowerCase() || name === text);
  if (found.length === 1) return found[0];
  if (found.length === 0) throw new Error(`there is no canvas ${text}`);
  throw new Error(`${found.length} canvases are called ${text}: write the id of one, ${found.map(({ id }) => id).join(', ')}`);
}
