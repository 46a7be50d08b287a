/** A message of PostgreSQL holds less than 8,000 bytes, and the bus adds a little. */
const MESSAGE_BYTES = 7000;

/** What `changed` messages say: scopes and the revisions that they have reached. No message is longer than the bus takes. */
export function* changedMessages(moved: ReadonlyMap<string, number>): Generator<string> {
  let text = '';
  for (const [scope, revision] of moved) {
    const line = `${revision} ${scope}\n`;
    if (text !== '' && Buffer.byteLength(text) + Buffer.byteLength(line) > MESSAGE_BYTES) {
      yield text;
      text = '';
    }
    text += line;
  }
  if (text !== '') yield text;
}

/** Lines that make no sense, such as those of a later version, are left out. */
export function* readChanged(text: string): Generator<readonly [scope: string, revision: number]> {
  for (const line of text.split('\n')) {
    const [, revision, scope] = /^(\d{1,15}) (\S{1,200})$/.exec(line) ?? [];
    if (scope) yield [scope, Number(revision)];
  }
}
