import { exampleIds } from '../example-ids.ts';
import type { Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { Int, Num } from './number.ts';
import { Parts } from './parts.ts';
import { readString, Text } from './text.ts';

const MOST = 255;
const fileNameSchema = Schema.String({ maxLength: MOST, pattern: '^[^/\\\\]*$' });

/**
 * The name under which a file is saved. Directories are stripped, and a name over 255 characters is cut in front of its
 * extension (interface/widgets 5.2), so any text gives a name.
 */
export const FileName: Type<string> = {
  schema: fileNameSchema,
  accepts: Schema.String(),
  read: (value, key) => fileName(readString(value, key)),
};

/** @param path as a client on any system sends it. */
function fileName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name.length <= MOST) return name;
  const dot = name.lastIndexOf('.');
  // A name that begins with its only dot, or has a very long ending, has no extension
  const extension = dot > 0 && name.length - dot <= 32 ? name.slice(dot) : '';
  const characters = [...name];
  if (characters.length <= MOST) return name;
  return characters.slice(0, MOST - [...extension].length).join('') + extension;
}

const hashSchema = Schema.String({ pattern: '^([0-9a-f]{64})?$' });

/** SHA-256 of a file's bytes; only the server writes it. */
export const Hash: Type<string> = {
  schema: hashSchema,
  accepts: hashSchema,
  example: exampleIds.hash,
  read(value, key) {
    const text = readString(value, key);
    if (!/^([0-9a-f]{64})?$/.test(text)) throw refuse.invalid(`${key} is not a hash`);
    return text;
  },
};

/** What the server knows of a file besides its hash. */
export interface StoredFile {
  readonly bytes: number;
  /** MIME type, from the bytes. */
  readonly type: string;
  /** For a file without a name; no dot. */
  readonly extension: string;
  /** Natural size: pixels of an image or video, points of a page. 0: unknown. */
  readonly width: number;
  readonly height: number;
  /** How many pages can be rendered. */
  readonly pages: number;
}

const count = Int({ min: 0 });
const length = Num({ min: 0 });
export const noFile: StoredFile = { bytes: 0, type: '', extension: '', width: 0, height: 0, pages: 0 };

export const StoredFile: Type<StoredFile> = Parts<StoredFile>(
  { bytes: count, type: Text(), extension: Text(), width: length, height: length, pages: count },
  () => noFile,
);

const markSchema = Schema.Literal(true);

/** True or absent, so that a fact that few records have takes no room in the others. */
export const Mark: Type<true | undefined> = {
  schema: markSchema,
  accepts: markSchema,
  read(value, key) {
    if (value !== true) throw refuse.wrongType(key, 'true');
    return true;
  },
};
