import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { unboundedAttempts } from '../kit/attempts.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { type Example, Examples, ExampleWorld } from '../kit/examples.ts';
import { formats } from '../kit/formats.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

/** What the examples of an operation need besides the ids in them, each made by the example of another operation. */
const before: Readonly<Record<string, readonly string[]>> = {
  login: ['createUser'],
  saveDemoState: ['updateCanvas'],
  restoreDemoState: ['updateCanvas'],
  removeGroupMember: ['addGroupMember'],
};

/** Operations whose example does not succeed, and the reason. */
const refused: Readonly<Record<string, string>> = {
  cloneWidget: 'always 501: a stub in the interface',
  activateLicense: 'always 501: nobody is asked over the network',
  connectClient: 'it is not HTTP: displays.test.ts connects',
  sendTestEmail: 'no mail server is configured; test/mail/mail-servers.test.ts has some',
  reloadCertificates: 'TLS is off; test/server-config/server-config-certs.test.ts turns it on',
  confirmEmail: 'its token comes with a mail: registering.test.ts',
  resetPassword: 'its token comes with a mail: forgotten-password.test.ts',
  validateResetToken: 'its token comes with a mail: forgotten-password.test.ts',
  startBackup: 'no place for backups is set: backups-interface.test.ts has one',
  loginWithSaml: 'it needs an identity provider: saml.test.ts has one',
  getPreview: 'a canvas has no picture until some seconds after somebody asked for one',
  getFilePreview: 'as getPreview',
};

/** The public key for the licence in the example. */
const issuer = 'MCowBQYDK2VwAyEA8FnJpomTJtfeXz80FJx+QiZzjF7nfUC7Vs3hY4Cz8vQ=';

// Examples are sent again and again
const easel = useEasel({ env: { ...unboundedAttempts, EASEL_LICENSE_PUBLIC_KEY: issuer } });
let examples: Examples;
let document: Json;
let worlds = 0;
let shared: ExampleWorld;
beforeAll(async () => {
  await configure(easel, { 'authentication.password.sign_up_enabled': true });
  document = await (await fetch(`${easel.url}/api/openapi.json`)).json();
  examples = new Examples(document);
  shared = new ExampleWorld(easel, examples, ++worlds);
});

/** Sends an example once everything that it needs exists; the kit compares the answer with the document. */
async function sent(example: Example): Promise<string> {
  const { id, method } = example.operation;
  // A GET leaves the world for others as it is
  const world = method === 'GET' ? shared : new ExampleWorld(easel, examples, ++worlds);
  for (const name of before[id] ?? []) await world.once(name);
  const caller = id === 'logout' ? easel.as((await world.once('login')).token) : easel.admin;
  const { status, text } = await world.send(example, caller);
  return status === 200 ? 'works' : `${status} ${text}`;
}

describe('every example of the API document', () => {
  it('is what its schema says', () => {
    const ajv = new Ajv2020({ strict: false, formats, validateSchema: false });
    ajv.addSchema(document, 'api');
    const wrong = examplesIn(document).filter(({ pointer, value }) => !ajv.validate({ $ref: `api#${pointer}` }, value));
    expect(wrong.map(({ pointer }) => pointer)).toEqual([]);
  });

  it('works, of every operation', { timeout: 120_000 }, async () => {
    const outcomes: Record<string, string> = {};
    for (const example of examples.all) {
      if (!(example.operation.id in refused)) outcomes[example.name] = await sent(example);
    }
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'works')).toEqual([]);
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(examples.operations.length - Object.keys(refused).length);
  });

  it('is in no parameter that may be left out, because pages send what is filled in', () => {
    for (const operation of examples.operations) {
      for (const { name, required, example, examples: all, schema } of examples.parametersOf(operation)) {
        const shown = [example, all, schema.example, schema.examples].filter((one) => one !== undefined);
        if (!required) expect([operation.id, name, shown]).toEqual([operation.id, name, []]);
      }
    }
  });

  it.each(Object.entries(refused))('does not work of %s: %s', async (id) => {
    expect(await sent(examples.of(examples.find(id))[0])).toMatch(/^[45]\d\d /);
  });

  it('can be streamed where the document says so, under the type of streams', { timeout: 120_000 }, async () => {
    const live = examples.operations.filter(({ described }) => described.responses[200]?.content?.['application/x-ndjson']);
    expect(live.length).toBeGreaterThan(50);
    for (const operation of live) {
      const { path } = await shared.target(operation);
      const stream = await easel.admin.watch(path, { accept: 'application/x-ndjson' });
      expect([operation.id, stream.response.headers['content-type']]).toEqual([operation.id, 'application/x-ndjson']);
      await stream.next();
      stream.close();
    }
  });

  it('is answered 304 when it is sent again with the tag of its answer', { timeout: 120_000 }, async () => {
    const named = examples.operations.filter(({ described }) => described.responses[200]?.headers?.ETag);
    expect(named.length).toBeGreaterThan(50);
    const statuses: Record<string, number> = {};
    for (const operation of named.filter(({ id }) => !(id in refused))) {
      const { path, headers } = await shared.target(operation);
      const { etag } = (await easel.admin.get(path, headers)).headers;
      statuses[operation.id] = (await easel.admin.get(path, { ...headers, 'if-none-match': etag! })).status;
    }
    expect(Object.entries(statuses).filter(([, status]) => status !== 304)).toEqual([]);
  });

  it('is refused with 412 when it is bound to another state, and changes nothing', { timeout: 120_000 }, async () => {
    const bound = examples.operations.filter((one) => examples.parametersOf(one).some(({ name }) => name === 'If-Match'));
    expect(bound.length).toBeGreaterThan(50);
    const statuses: Record<string, number> = {};
    const bind = { 'if-match': '"another state"' };
    for (const operation of bound) {
      const [example] = examples.of(operation);
      // What it refers to is made by the first
      await shared.send(example, easel.admin, bind);
      const { status } = await easel.unchanged(() => shared.send(example, easel.admin, bind));
      statuses[operation.id] = status;
    }
    expect(Object.entries(statuses).filter(([, status]) => status !== 412)).toEqual([]);
  });

  it('is there for every body and for every answer that is not a file', () => {
    for (const { id, described } of examples.operations) {
      for (const content of contentsOf(described)) {
        const has = 'example' in content || 'examples' in content;
        expect([id, !!has || content.schema.format === 'binary']).toEqual([id, true]);
      }
    }
  });
});

const contentsOf = ({ requestBody, responses }: Json): Json[] =>
  [requestBody, ...Object.values<Json>(responses)].flatMap((one) => Object.values(one?.content ?? {}));

interface Shown {
  /** Pointer to the schema that the value must follow. */
  readonly pointer: string;
  readonly value: Json;
}

/** All examples beside a schema or inside one. */
function examplesIn(node: Json, pointer = ''): Shown[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node)
    .filter(([key]) => !['example', 'examples'].includes(key))
    .flatMap(([key, value]) =>
      examplesIn(value, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`),
    );
  return [...own(node, pointer), ...below];
}

function own({ schema, example, examples }: Json, pointer: string): Shown[] {
  if (Array.isArray(examples)) return examples.map((value) => ({ pointer, value }));
  if (schema === undefined) return [];
  const values = example === undefined ? Object.values<Json>(examples ?? {}).map(({ value }) => value) : [example];
  return values.map((value) => ({ pointer: `${pointer}/schema`, value }));
}
