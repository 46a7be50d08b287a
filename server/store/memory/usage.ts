/** What each record takes besides its text: the object, its keys, its place in maps and lists. Measured for notes. */
const RECORD = 320;

/** Bytes that the records of all scopes in memory take; each scope counts its own in it. */
export class Usage {
  bytes = 0;
}

/** Bytes of a record in memory. Its text takes as many as in UTF-8, or fewer. */
export const bytesOf = (version: { readonly shown: string } | undefined): number =>
  version ? Buffer.byteLength(version.shown) + RECORD : 0;
