import type { AssetRow, Commit, ReleasedFile, Row, ScopeCommit } from '../driver.ts';

/** Parameters of a function of the database, in its order. */
export type Parameters = readonly unknown[];

/** Long texts go as bytes behind one another: the client would double every quotation mark in an array of texts. */
class Texts {
  readonly starts: number[] = [];
  readonly lengths: number[] = [];
  readonly #texts: string[] = [];
  #end = 1;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.starts.push(this.#end);
    this.lengths.push(length);
    this.#texts.push(text);
    this.#end += length;
  }

  get bytes(): Buffer {
    return Buffer.from(this.#texts.join(''));
  }
}

/** Parameters of `move_scopes`. Scopes come in the order in which every transaction locks them. */
export function scopeParameters(commit: Commit, at: string | null): Parameters {
  const { scopes } = commit;
  const logs = new Texts();
  for (const { log, written } of scopes) logs.add(log && written && at !== null ? JSON.stringify(log) : '');
  return [
    commit.id,
    scopes.map(({ id }) => id),
    scopes.map(({ revision }) => revision),
    scopes.map(({ compared }) => compared),
    scopes.map(({ written }) => written),
    scopes.map(({ dead }) => dead),
    scopes.map(({ head }) => JSON.stringify(head)),
    at,
    logs.bytes,
    logs.starts,
    logs.lengths,
  ];
}

/** The scopes of a commit in the order in which they are locked. */
export const sorted = (commit: Commit): Commit =>
  commit.scopes.length < 2 ? commit : { ...commit, scopes: [...commit.scopes].sort((a, b) => (a.id < b.id ? -1 : 1)) };

export type Rows = Pick<ScopeCommit, 'puts' | 'deletes' | 'assets'>;

/** Parameters of `write_rows` without the numbers of the scopes: a row names its scope by the place in `scopes`, from 1. */
export function rowParameters(scopes: readonly Rows[]): Parameters {
  const rows = new RowColumns();
  for (const [at, { puts, deletes, assets }] of scopes.entries()) {
    for (const ordinal of deletes) rows.remove(at + 1, ordinal);
    for (const row of puts) rows.put(at + 1, row);
    for (const one of assets) rows.refer(at + 1, one);
  }
  return rows.parameters;
}

/** Parameters of `keepReleased`. `no`: the number of the scope. */
export const releasedParameters = (no: string, files: readonly ReleasedFile[]): unknown[] => [
  no,
  files.map(({ hash }) => hash),
  files.map(({ at }) => at),
  files.map(({ again }) => again),
];

class RowColumns {
  readonly #deletes: [number[], number[]] = [[], []];
  readonly #puts: [number[], number[], string[], string[], number[], (string | null)[]] = [[], [], [], [], [], []];
  readonly #shown = new Texts();
  readonly #released: [number[], number[]] = [[], []];
  readonly #files: [number[], number[], string[]] = [[], [], []];

  get parameters(): Parameters {
    const { bytes, starts, lengths } = this.#shown;
    return [...this.#deletes, ...this.#puts, bytes, starts, lengths, ...this.#released, ...this.#files];
  }

  remove(place: number, ordinal: number): void {
    this.#deletes[0].push(place);
    this.#deletes[1].push(ordinal);
  }

  put(place: number, { ordinal, key, kind, version, shown, hidden }: Row): void {
    for (const [at, value] of [place, ordinal, key, kind, version, hidden].entries()) (this.#puts[at] as unknown[]).push(value);
    this.#shown.add(shown);
  }

  refer(place: number, { ordinal, hashes }: AssetRow): void {
    this.#released[0].push(place);
    this.#released[1].push(ordinal);
    for (const hash of hashes) {
      this.#files[0].push(place);
      this.#files[1].push(ordinal);
      this.#files[2].push(hash);
    }
  }
}
