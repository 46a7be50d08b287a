import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tests saw of the interface. */
export interface Evidence<Names = ReadonlySet<string>> {
  /** Paths of the test files that started a server. */
  readonly files: Names;
  /** `GET /users 200`: answers, as the API document names them. */
  readonly answers: Names;
  /** `GET /users`: operations of which a stream message was seen. */
  readonly streams: Names;
  /** `hello of client`: messages of display clients and of the server. */
  readonly messages: Names;
}

/** What the tests of this process saw so far. */
export const evidence: Evidence<Set<string>> = { files: new Set(), answers: new Set(), streams: new Set(), messages: new Set() };
const parts = Object.keys(evidence) as (keyof Evidence)[];

/** The folder where every process of a whole run leaves its evidence; undefined: this is not a whole run. */
const folder = process.env.EASEL_EVIDENCE;

export function storeEvidence(): void {
  if (folder === undefined) return;
  const lists = Object.fromEntries(parts.map((part) => [part, [...evidence[part]]]));
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(lists));
}

/** The evidence of all processes of a whole run; undefined when this is not one. */
export function wholeEvidence(): Evidence | undefined {
  if (folder === undefined) return undefined;
  const all = readdirSync(folder).map((name): Evidence<string[]> => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const together = parts.map((part) => [part, new Set(all.flatMap((one) => one[part]))] as const);
  return Object.fromEntries(together) as Record<keyof Evidence, Set<string>>;
}
