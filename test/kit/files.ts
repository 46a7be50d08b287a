import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileKindName } from '../../model/file-kinds.ts';
import { noFile } from '../../model/types.ts';
import type { ServerValues } from '../../model/writing.ts';
import type { Target } from './client.ts';
import { mp4, pdf, svg } from './samples.ts';

/** A running server, and the caller. */
interface Server {
  readonly url: string;
  /** The kit's check of every answer against the API document. */
  readonly answered?: Target['answered'];
}
interface Asker {
  readonly token: string;
}

/** An answer with its bytes. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Text of a refusal. */
  readonly msg: string | undefined;
}

/** Names of all files in the asset store of a data folder, except `server-id`: hashes, and whatever should not be there. */
export const storedNames = (folder: string): string[] =>
  readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== 'server-id')
    .sort();

/** Sends and receives bytes. Paths are relative to `/api/v1`. */
export async function getFile(easel: Server, caller: Asker, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const own: Record<string, string> = caller.token ? { 'private-token': caller.token } : {};
  const response = await fetch(`${easel.url}/api/v1${path}`, { method, headers: { ...own, ...headers }, redirect: 'manual' });
  return answerOf(easel, method, path, response);
}

interface SampleFile {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A file of each kind that widgets are made from, with its natural size. */
export const sampleFiles: Readonly<Record<FileKindName, SampleFile>> = {
  image: { bytes: svg(40, 20), width: 40, height: 20 },
  video: { bytes: mp4(64, 48), width: 64, height: 48 },
  pdf: { bytes: pdf(), width: 595, height: 842 },
};

/** The fields that the server gives to a widget made from the sample of this kind; none without a kind. */
export function givenBy(kind: FileKindName | ''): ServerValues {
  const sample = kind === '' ? undefined : sampleFiles[kind];
  if (!sample) return {};
  const { bytes, width, height } = sample;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { hash, original_filename: '', file: { ...noFile, bytes: bytes.length, width, height } };
}

/** Content of a form: bytes of a file, its name if any, and the text or object of `json`. */
export interface FormParts {
  readonly data?: Buffer;
  readonly filename?: string;
  readonly json?: object | string;
}

/** A body that is sent as a form. */
export class Form {
  constructor(readonly parts: FormParts) {}
}

/** Body and headers of an upload, for `caller.post(path, ...form({ data }))`. `json` comes first, as with most clients. */
export function form({
  data,
  filename,
  json,
}: FormParts): [body: Buffer<ArrayBuffer>, headers: { readonly 'content-type': string }] {
  const part = (name: string, bytes: Buffer, more = ''): Buffer[] => [
    Buffer.from(`--easel-part\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ];
  const text = typeof json === 'object' ? JSON.stringify(json) : json;
  const body = [
    ...(text === undefined ? [] : part('json', Buffer.from(text))),
    ...(data ? part('data', data, filename === undefined ? '' : `; filename="${filename}"`) : []),
    Buffer.from('--easel-part--\r\n'),
  ];
  return [Buffer.concat(body), { 'content-type': 'multipart/form-data; boundary=easel-part' }];
}

/** POST of a file as clients send it; `filename` is written into the part's head as it is. */
export async function postFile(easel: Server, caller: Asker, path: string, bytes: Buffer, filename = 'file', json?: object) {
  const [body, own] = form({ data: bytes, filename, ...(json ? { json } : {}) });
  const headers = { ...own, 'private-token': caller.token };
  return answerOf(easel, 'POST', path, await fetch(`${easel.url}/api/v1${path}`, { method: 'POST', headers, body }));
}

/** Sends an upload that must succeed, like `postFile`. Resolves with the new widget. */
export async function uploaded(...[easel, caller, path, bytes, filename, json]: Parameters<typeof postFile>) {
  const answer = await postFile(easel, caller, path, bytes, filename, json);
  const text = answer.bytes.toString();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  return JSON.parse(text) as { readonly id: string; readonly hash: string; readonly size: { width: number; height: number } };
}

async function answerOf(easel: Server, method: string, path: string, response: Response): Promise<FileAnswer> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type') === 'application/json' && bytes.length > 0;
  const text = isJson ? bytes.toString() : bytes.toString('latin1');
  const body = isJson ? JSON.parse(text) : text;
  easel.answered?.(method, path, { status, headers: Object.fromEntries(headers), bytes, text, body });
  return { status, headers, bytes, msg: response.ok ? undefined : body.msg };
}
