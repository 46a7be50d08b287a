import type { Body } from '../../model/field.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Blobs, Received } from '../assets/blobs.ts';
import type { Call, Part } from './route.ts';

/** A file as it came: its bytes are on disk, and gone after the request unless they are kept. */
export interface SentFile extends Received {
  /** Of the part `data`, without directories; `''` when none was sent. */
  readonly filename: string;
}

/** What an upload brought. Parts may come in any order; the first of each name counts, others are ignored. */
export interface Form {
  /** Undefined: no part `json` was sent. */
  readonly json: Body | undefined;
  /** Undefined: no part `data` was sent, or an empty one. */
  readonly data: SentFile | undefined;
}

export interface FormParts {
  readonly blobs: Pick<Blobs, 'receive' | 'discard'>;
  /** Largest file, in bytes. */
  readonly maxUploadBytes: number;
}

/**
 * Reads the whole body of an upload and works with it; afterwards its claim on the file's bytes ends. Refuses what is no
 * multipart body, a `json` that is no JSON object, and a file that is too large.
 */
export async function withForm<T>(
  call: Pick<Call, 'isMultipart' | 'parts' | 'jsonPart'>,
  parts: FormParts,
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!call.isMultipart) throw refuse.notMultipart();
  const form: { json: Body | undefined; data: SentFile | undefined } = { json: undefined, data: undefined };
  try {
    for await (const part of call.parts(parts.maxUploadBytes)) {
      if (part.name === 'data' && !form.data) form.data = await readFile(part, parts);
      else if (part.name === 'json') form.json ??= await readJson(part, call);
    }
    return await work({ json: form.json, data: form.data?.bytes ? form.data : undefined });
  } finally {
    if (form.data) await parts.blobs.discard(form.data);
  }
}

/** The part `json` of a body that may have no file; undefined when it has one, or no such part. */
export async function readJsonForm(call: Pick<Call, 'parts' | 'jsonPart'>): Promise<Body | undefined> {
  let json: Body | undefined;
  for await (const part of call.parts(0)) {
    if (part.name === 'data') return undefined;
    if (part.name === 'json') json ??= await readJson(part, call);
  }
  return json;
}

/** The file of a form that must have one. */
export function fileOf({ data }: Form): SentFile {
  if (!data) throw refuse.invalid('Missing data part');
  return data;
}

async function readFile(part: Part, { blobs, maxUploadBytes }: FormParts): Promise<SentFile> {
  return { ...(await blobs.receive(part.bytes, maxUploadBytes)), filename: part.filename };
}

/** Read as a JSON body is, whatever type the part says it has. */
async function readJson(part: Part, call: Pick<Call, 'jsonPart'>): Promise<Body> {
  const json = call.jsonPart();
  for await (const chunk of part.bytes) json.add(chunk);
  // An empty part is no JSON object, though an empty body is one
  if (json.isEmpty) throw refuse.invalid('Invalid JSON in part json');
  const read = await json.end();
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw refuse.invalid('Invalid JSON in part json');
    throw error;
  }
}
