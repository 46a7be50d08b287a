import type { Answer, Caller, Easel } from './easel.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any;

/** Two nodes, and their base64. */
export const NODES = [
  [1, 2, 0, 1.5, 2, 0, 2, 2, 0],
  [4, 5, 0, 4.5, 5, 0, 5, 5, 0],
];
export const base64 = (nodes: readonly (readonly number[])[]): string =>
  Buffer.from(Float32Array.from(nodes.flat()).buffer).toString('base64');
export const B64 = base64(NODES);
export const RED = '#ff0000ff';

/** A server, with a fresh canvas and one note for each test. */
export class StrokeScene {
  canvas!: string;
  root!: string;
  note!: string;
  onNote!: string;
  onPlane!: string;

  constructor(readonly easel: Easel) {}

  get admin(): Caller {
    return this.easel.admin;
  }

  async newCanvas(): Promise<void> {
    this.canvas = await this.easel.canvas();
    this.root = (await this.admin.get(`${this.canvas}/widgets`)).body[0].id;
    this.note = (await made(this.admin.post(`${this.canvas}/notes`))).id;
    this.onNote = `${this.canvas}/notes/${this.note}/annotations`;
    this.onPlane = `${this.canvas}/shared-canvas/annotations`;
  }

  draw(path = this.onNote, body: object = {}): Promise<Json> {
    return made(this.admin.post(path, { line_color: RED, points: NODES, ...body }));
  }
}

/** The body of an answer that must be 200. */
export async function made(answer: Promise<Answer>): Promise<Json> {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

export const said = ({ status, body }: Answer): string => (status === 200 ? '200' : `${status} ${body.msg}`);
export const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
