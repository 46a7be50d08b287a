import { rest } from '../../session/rest.ts';
import type { Extent } from '../../view/camera.ts';

export interface NoteCommand {
  /** `https://easel.example`, without a slash at its end. */
  readonly server: string;
  readonly canvas_id: string;
  readonly size: Extent;
  /** What the note says. */
  readonly text: string;
  /** Default: that of the shell's variable TOKEN. */
  readonly token?: string | undefined;
}

/** The side of the note, as a part of the canvas: to be read while the whole canvas is seen. */
const PART = 5;

/** One line for a shell that puts a note in the middle of a canvas. */
export function commandFor({ server, canvas_id, size, text, token }: NoteCommand): string {
  const side = Math.round(Math.min(size.width, size.height) / PART);
  const location = { x: Math.round((size.width - side) / 2), y: Math.round((size.height - side) / 2) };
  const note = JSON.stringify({ text, location, size: { width: side, height: side }, background_color: '#ffdb6eff' });
  const header = token === undefined ? '"Private-Token: $TOKEN"' : quoted(`Private-Token: ${token}`);
  return `curl ${quoted(`${server}/api/v1/canvases/${canvas_id}/notes`)} -H ${header} -d ${quoted(note)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const DAY = 86_400_000;

/** Makes a token that can read and write this canvas, and nothing else, for a day. Rejects with a Refusal. */
export async function makeToken(user_id: number, canvas_id: string, name: string): Promise<string> {
  const expires_at = new Date(Date.now() + DAY).toISOString();
  const body = { name, scopes: ['read', 'write'], canvas_ids: [canvas_id], expires_at };
  const { plain_token } = await rest.post<{ readonly plain_token: string }>(`/users/${user_id}/access-tokens`, body);
  return plain_token;
}
