import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Blobs, ReceivedBytes } from '../../assets/blobs.ts';
import type { Call, FormPart } from '../routing/route.ts';

/** A file as it arrived: its bytes are on disk, and deleted after the request unless they are kept. */
export interface SentFile extends ReceivedBytes {
  /** Name of the part `data`, without directories; `''` when none was sent. */
  readonly filename: string;
}

/** The content of an upload. Parts may come in any order; the first of each name counts, others are ignored. */
export interface UploadForm {
  /** Undefined: no part `json` was sent. */
  readonly json: Body | undefined;
  /** Undefined: no part `data` was sent. */
  readonly data: SentFile | undefined;
  /** Name of the first part with any other name; undefined: there is none. */
  readonly other?: string;
}

export interface FormDeps {
  readonly blobs: Pick<Blobs, 'receive' | 'discard'>;
  /** Largest file, in bytes. */
  readonly maxUploadBytes: number;
}

/**
 * Reads the whole body of an upload and runs `work` with it; after that, the upload's claim on the file's bytes ends. Refuses
 * a body that is not multipart, a `json` that is not a JSON object, and a file that is too large.
 */
export async function withForm<T>(
  call: Pick<Call, 'isMultipart' | 'parts' | 'jsonPart'>,
  deps: FormDeps,
  work: (form: UploadForm) => Promise<T>,
): Promise<T> {
  if (!call.isMultipart) throw refuse.notMultipart();
  const form: { -readonly [K in keyof UploadForm]: UploadForm[K] } = { json: undefined, data: undefined };
  try {
    for await (const part of call.parts(deps.maxUploadBytes)) {
      if (part.name === 'data') form.data ??= await readFile(part, deps);
      else if (part.name === 'json') form.json ??= await readJson(part, call);
      else form.other ??= part.name;
    }
    return await work(form);
  } finally {
    if (form.data) await deps.blobs.discard(form.data);
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

/** The file of a form that must have one. An empty file does not count. */
export function fileOf({ data, other }: UploadForm): SentFile {
  if (data && data.bytes > 0) return data;
  throw refuse.invalid(`Missing data part: ${data ? 'the file in it is empty' : howToSend(other)}`);
}

const howToSend = (other: string | undefined): string =>
  other === undefined
    ? 'send the file in a part named data'
    : `the file must be in a part named data, not ${JSON.stringify(other.slice(0, 100))}`;

async function readFile(part: FormPart, { blobs, maxUploadBytes }: FormDeps): Promise<SentFile> {
  return { ...(await blobs.receive(part.bytes, maxUploadBytes)), filename: part.filename };
}

/** Reads the part like a JSON body, whatever type the part declares. */
async function readJson(part: FormPart, call: Pick<Call, 'jsonPart'>): Promise<Body> {
  const json = call.jsonPart(part.name);
  for await (const chunk of part.bytes) json.add(chunk);
  return (await json.end())();
}
