import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../steps/run.mjs';
import { wrongComments } from './comments.mjs';
import { unusedExports } from './exports.mjs';
import { circles, importsOf, withoutSource, wrongImports } from './imports.mjs';
import { savedLines } from './line-saving.mjs';
import { wrongLines } from './lockfile.mjs';
import { mapIn, wrongMap } from './map.mjs';
import { added, scriptsOf, wrongSizes } from './page-sizes.mjs';
import {
  headingsOf,
  placesOf,
  settingsOf,
  undescribed,
  undescribedMessages,
  wrongCitations,
  wrongLinks,
  wrongPaths,
  wrongSections,
  wrongSettings,
} from './references.mjs';
import { measure, tooLarge, tooMany } from './sizes.mjs';
import { twins } from './twins.mjs';

const edge = (from, to) => ({ from, to, local: to.includes('/') && /\.tsx?$/.test(to) });
const edges = (...pairs) => pairs.map(([from, to]) => edge(from, to));

test('a benchmark imports only what is built from a source', () => {
  const imports = ['dist/model/a.js', 'dist/model/moved.js', 'bench/lib/b.mjs'].map((to) => ({ from: 'bench/x.mjs', to }));
  expect(withoutSource(imports, new Set(['model/a.ts']))).toEqual([
    'bench/x.mjs imports dist/model/moved.js, which has no source',
  ]);
});

describe('import direction', () => {
  test.each([
    ['server/store/sqlite.ts', 'server/http/route.ts'],
    ['server/store/sqlite.ts', 'server/access/access-rule.ts'],
    ['server/users/sign-in.ts', 'server/canvases/change/copy.ts'],
    ['server/clock.ts', 'server/store/store.ts'],
    ['model/field.ts', 'server/clock.ts'],
    ['server/http/answer.ts', 'server/app.ts'],
    ['server/http/bounds/quota.ts', 'server/http/serving/http.ts'],
    ['server/app.ts', 'cli/easel.ts'],
    ['web/page.ts', 'server/clock.ts'],
    ['web/pages/home/cards/card.tsx', 'web/pages/home/desk/desk.tsx'],
    ['web/selection/picks.ts', 'web/outline/outline.ts'],
    ['server/app.ts', 'web/page.ts'],
    ['server/app.ts', 'client/index.ts'],
    ['client/link.ts', 'server/clock.ts'],
    ['client/link.ts', 'node:timers'],
    ['client/link.ts', 'ws'],
    ['server/app.ts', 'test/kit/clock.ts'],
    ['server/app.ts', 'server/store/batch.test.ts'],
    ['server/app.ts', 'tools/x.ts'],
    ['server/access/tree.ts', 'server/store/memory/versions.ts'],
    ['model/field.ts', 'node:fs'],
    ['model/field.ts', 'find-my-way'],
    ['server/store/sqlite.ts', 'find-my-way'],
    ['server/users/sign-in.ts', '@fastify/multipart'],
    ['server/mail/outbox.ts', 'server/mail/jobs/sending.ts'],
    ['server/weather/forecast.ts', 'server/weather/feature.ts'],
    ['server/users/sign-in.ts', 'server/weather/forecast.ts'],
    ['server/weather/forecast.ts', 'server/start/data-folder.ts'],
    ['server/health/health.ts', 'server/health/routes/healthz/live.ts'],
    ['server/jobs/job.ts', 'server/access/actor.ts'],
  ])('%s may not import %s', (from, to) => expect(wrongImports(edges([from, to]))).toHaveLength(1));

  test.each([
    ['server/http/answer.ts', 'server/store/store.ts'],
    ['server/http/serving/http.ts', 'server/http/bounds/quota.ts'],
    ['server/http/bounds/capacity.ts', 'server/http/deps.ts'],
    ['server/users/routes/users.ts', 'server/http/route.ts'],
    ['server/health/routes/healthz.ts', 'server/users/sign-in.ts'],
    ['server/mail/jobs/sending.ts', 'server/mail/outbox.ts'],
    ['server/app.ts', 'server/mail/jobs/sending.ts'],
    ['server/weather/feature.ts', 'server/weather/forecast.ts'],
    ['server/weather/forecast.ts', 'server/users/sign-in.ts'],
    ['server/features.ts', 'server/weather/feature.ts'],
    ['server/store/batch.ts', 'server/clock.ts'],
    ['server/store/batch.ts', 'server/settings.ts'],
    ['server/mail/smtp.ts', 'server/audit/log.ts'],
    ['server/access/tree.ts', 'server/store/store.ts'],
    ['server/data-folder.ts', 'server/store/drivers/sqlite/lock.ts'],
    ['cli/user.ts', 'server/store/drivers/sqlite/lock.ts'],
    ['cli/easel.ts', 'server/main.ts'],
    ['web/page.ts', 'model/field.ts'],
    ['web/pages/home/desk/desk.tsx', 'web/pages/home/cards/card.tsx'],
    ['web/outline/search.ts', 'web/selection/selection.ts'],
    ['web/page.ts', 'client/index.ts'],
    ['client/link.ts', 'model/field.ts'],
    ['cli/display.ts', 'client/index.ts'],
    ['model/field.ts', 'model/json-schema.ts'],
    ['server/http/app.ts', 'find-my-way'],
    ['server/store/sqlite.ts', 'node:fs'],
  ])('%s may import %s', (from, to) => expect(wrongImports(edges([from, to]))).toEqual([]));

  test('is read from imports, types, exports and dynamic imports', () => {
    const text = `import a from './a.ts'; import type { B } from './b.ts'; export * from '../c.ts';
      export { d } from './d.ts'; const e = await import('./e.ts'); import 'find-my-way';`;
    const found = importsOf({ file: 'server/http/x.ts', text }).map(({ to }) => to);
    expect(found.sort()).toEqual([
      'find-my-way',
      'server/c.ts',
      'server/http/a.ts',
      'server/http/b.ts',
      'server/http/d.ts',
      'server/http/e.ts',
    ]);
  });

  test('has no circles but the excepted ones', () => {
    const circle = edges(
      ['model/a.ts', 'model/b.ts'],
      ['model/b.ts', 'model/c.ts'],
      ['model/c.ts', 'model/a.ts'],
      ['model/d.ts', 'model/a.ts'],
    );
    expect(circles(circle, [])).toEqual(['circle: model/a.ts -> model/b.ts -> model/c.ts -> model/a.ts']);
    const pair = edges(['model/a.ts', 'model/b.ts'], ['model/b.ts', 'model/a.ts']);
    expect(circles(pair, [{ files: ['model/a.ts', 'model/b.ts'] }])).toEqual([]);
    expect(circles(edges(['model/a.ts', 'model/b.ts']), [{ files: ['model/a.ts', 'model/b.ts'] }])).toHaveLength(1);
  });
});

describe('sizes', () => {
  const lines = (count) => '\n  work();'.repeat(count);
  const functionsOf = (text) => measure({ file: 'x.test.ts', text }).functions;

  test('are those of declarations, methods, arrows and callbacks, without chapters of tests', () => {
    const text = `export function first(): void {${lines(3)}\n}
const second = () => 1;
class A { third() {} get fourth(): number { return list.map((x: number) => x)[0]!; } }
declare function none(): void;
describe.each([1])('chapter', () => {${lines(2)}\n});`;
    expect(functionsOf(text).map(({ name, lines }) => [name, lines])).toEqual([
      ['first', 5],
      ['second', 1],
      ['third', 1],
      ['fourth', 1],
      ['', 1],
    ]);
  });

  test('are refused beyond the limits, unless excepted by name', () => {
    const measured = [
      measure({ file: 'a.ts', text: `function long() {${lines(60)}\n}` }),
      measure({ file: 'b.ts', text: lines(400) }),
    ];
    expect(tooLarge(measured, [])).toEqual(['a.ts:1 long has 62 lines, over 60', 'b.ts has 401 lines, over 400']);
    const excepted = [{ file: 'a.ts', name: 'long' }, { file: 'b.ts' }];
    expect(tooLarge(measured, excepted)).toEqual([]);
    expect(tooLarge([], excepted)).toHaveLength(2);
  });

  test('of folders count the files of each, but not those of tests', () => {
    const filesIn = (folder, count) => Array.from({ length: count }, (_, at) => ({ file: `${folder}/${at}.ts` }));
    const files = [...filesIn('server/mail', 26), ...filesIn('server/mail/jobs', 25), ...filesIn('test/kit', 26)];
    expect(tooMany(files, [])).toEqual(['server/mail has 26 files, over 25: give them rooms']);
    expect(tooMany(files, [{ folder: 'server/mail' }])).toEqual([]);
    expect(tooMany(files.slice(1), [{ folder: 'server/mail' }])).toEqual([
      'the exception for server/mail is not needed any more',
    ]);
  });

  test('of a file leave out the rows of its tables, but no code', () => {
    const rows = `{${'\n  row: { a: 1, b: (n) => n + 1 },'.repeat(400)}\n}`;
    const code = `{ first() {${lines(58)}\n} ,${'\n  b: 1,'.repeat(400)}\n}`;
    const sayOf = (text) => tooLarge([measure({ file: 'a.ts', text })], []);
    expect(sayOf(`export const table = ${rows} as const satisfies Rows;`)).toEqual([]);
    expect(sayOf(`export default frozen(${rows});`)).toEqual([]);
    expect(sayOf(`export const table = ${rows};${lines(401)}`)).toEqual(['a.ts has 401 lines, over 400']);
    expect(sayOf(`export const rooms = ${code};`)).toEqual(['a.ts has 461 lines, over 400']);
  });

  test('count lines that are comment only', () => {
    const { comments, code } = measure({
      file: 'a.ts',
      text: '/**\n * why\n */\nconst a = 1; // end\n\n// line\nconst b = 2;\n',
    });
    expect([comments, code]).toEqual([4, 6]);
  });
});

describe('comments', () => {
  const wrong = (text) => wrongComments({ file: 'a.ts', text });

  test('that measure with “so many” are refused, also across lines', () => {
    expect(wrong('// Kept for so' + ' long\nconst a = 1; /* So' + ' many rows */')).toEqual([
      'a.ts:1 says “so long”: write “this long”, or name the number',
      'a.ts:2 says “So many”: write “this many”, or name the number',
    ]);
    expect(wrong('/**\n * Waits so' + '\n * much longer.\n */')).toHaveLength(1);
    expect(wrong('// This many, so far, so often, also much\nconst text = "so many";')).toEqual([]);
  });

  test('of one line begin with a noun or a verb', () => {
    expect(wrong('const a = {\n  /** ' + 'Of the client. */\n  id: 1,\n};')).toEqual([
      'a.ts:2 begins with “Of”: begin with the noun (“The id of the client”, not “Of the client”)',
    ]);
    for (const word of ['It', 'Its', 'As', 'By', 'Those', 'Who']) expect(wrong(`// ${word} waits`)).toHaveLength(1);
    expect(wrong('// Often waits\nlet a;\n/* Byte order */\nlet b;\n// It waits\n// on two lines')).toEqual([]);
  });
});

describe('references', () => {
  const page = 'docs/interface/auth.md';
  const headings = new Map([[page, headingsOf('# Accounts\n## 3 Users\n### 3.4 Rules, `all`\n```sh\n# 9 no heading\n```\n')]]);
  const cite = (text) => wrongCitations({ file: 'a.ts', text: text.replaceAll('§', 'inter' + 'face/') }, headings);
  const link = (text, file = 'docs/interface/x.md') => wrongLinks({ file, text }, headings, (path) => path === page);

  test('to sections of the interface are to a heading', () => {
    expect(cite('// §auth 3.4\n// (§auth 3, 3.4 and 3): as §auth 3.4.')).toEqual([]);
    expect(cite('\n// §auth 3.5')).toEqual(['a.ts:2 cites inter' + 'face/auth 3.5, which has no heading']);
    for (const wrong of ['§auth 9', '§auth 3, 8', '§auth 3 to 7', '§login 3', '§auth', '§auth\n// 3']) {
      expect([wrong, cite(`// ${wrong}.`).length]).toEqual([wrong, 1]);
    }
    for (const stray of ['auth con' + 'tract 3', 'Conven' + 'tions 1.6']) expect([stray, cite(stray).length]).toEqual([stray, 1]);
  });

  test('of links are to a file, a heading, and the section that is shown', () => {
    expect(link('[auth 3.4](auth.md#34-rules-all), [them](auth.md), [out](https://easel.example/x#y)')).toEqual([]);
    expect(link('[users](docs/interface/auth.md#3-users)', 'README.md')).toEqual([]);
    expect(link('```md\n[not read](nowhere.md)\n```')).toEqual([]);
    for (const wrong of ['[x](users.md)', '[x](auth.md#3)', '[x](auth.md#9-no-heading)', '[auth 3](auth.md#34-rules-all)']) {
      expect([wrong, link(wrong).length]).toEqual([wrong, 1]);
    }
  });

  test('to a section of the same page are to one that it has', () => {
    const named = (text) => wrongSections({ file: page, text }, headings);
    expect(named('See section 3.4, and sections 3 and 3.4.')).toEqual([]);
    expect(named('See section 4, and sections 3 and 5.')).toHaveLength(2);
    expect(wrongSections({ file: 'docs/files.md', text: 'RFC 9110, section 14' }, headings)).toEqual([]);
  });

  test('to settings are to a row of their table, or to a variable that a test reads', () => {
    const code = [
      { file: 'server/settings.ts', text: "name: 'EASEL_PO" + "RT'," },
      { file: 'test/x.test.ts', text: 'process.env.EASEL_SE' + 'ED' },
    ];
    const named = (name) => wrongSettings({ file: 'README.md', text: `set \`${name}\`` }, settingsOf(code)).length;
    expect(['EASEL_PORT', 'EASEL_PORT_FILE', 'EASEL_SEED'].map(named)).toEqual([0, 0, 0]);
    expect(['EASEL_PO' + 'RTS', 'EASEL_SEED_FILE'].map(named)).toEqual([1, 1]);
  });

  test('to files are to one that is there', () => {
    const places = placesOf(['server/http/answer.ts', 'docs/files.md']);
    const named = (text) => wrongPaths({ file: 'a.ts', text }, places);
    expect(named('// `answer.ts` in server/http, server/http/answer, docs/files.md and server/ht*, see x/server/http')).toEqual(
      [],
    );
    expect(named('// server/https/answer.ts, docs/file.md')).toHaveLength(2);
    expect(named('// answers.ts')).toEqual(['a.ts:1 names answers.ts, which is not there']);
  });
});

test('every word of the path of an endpoint is in the reference', () => {
  const endpoints = 'METHOD  PATH\nGET     /users/:user_id/access-tokens  self  yes  server/x.ts\nPOST    /users/login  anyone\n';
  expect(undescribed(endpoints, '| GET /users/{id}/access-tokens |\n`POST /users/login`')).toEqual([]);
  expect(undescribed(endpoints, '| GET /users/{id} | login')).toHaveLength(2);
});

test('every message of display clients is in the reference', () => {
  const document = { components: { messages: { hello: { name: 'hello' }, 'ack-of-client': { name: 'ack' } } } };
  expect(undescribedMessages(document, 'A `hello`, then `{"type":"ack","id":"1"}`')).toEqual([]);
  expect(undescribedMessages(document, 'A hello, then an acknowledgement, `ack…`')).toHaveLength(2);
});

test('the map has a line for each folder, and says what it holds', () => {
  const lines = mapIn(
    '```text\nother\n```\n\n```text\nserver/     what happens\n  http/     HTTP\n  users/    people\n  */routes/** URLs\ndocs/\n```\n',
  );
  expect(lines.map(({ path }) => path)).toEqual(['server/', 'server/http/', 'server/users/', 'server/*/routes/**', 'docs/']);
  const files = ['server/http/answer.ts', 'server/users/routes/users/login.ts', 'docs/files.md'];
  expect(wrongMap(lines, files)).toEqual(['says nothing of docs/']);
  expect(wrongMap(lines.slice(0, 4), files)).toEqual(['has no line for docs/']);
  expect(wrongMap(lines.slice(0, 4), files.slice(1, 2))).toEqual(['has a line for server/http/, which is not there']);
  expect(wrongMap(lines.slice(0, 4), ['server/users/x.ts', 'server/http/routes.ts'])).toEqual([
    'has a line for server/*/routes/**, which is not there',
  ]);
  expect(wrongMap(lines.slice(0, 4), [...files.slice(0, 2), 'server/http/users/x.ts'])).toEqual([
    'has no line for server/http/users/',
  ]);
});

test('a download address or a registry in a file is refused', () => {
  const host = 'https://' + 'registry.example.org/x';
  expect(wrongLines('package-lock.json', `"resolved": "${host}"`)).toHaveLength(2);
  expect(wrongLines('.npmrc', ['save-exact=true', 'registry' + '=http://localhost'].join('\n'))).toHaveLength(1);
  expect(wrongLines('README.md', 'see https://nodejs.org/about-the-registry')).toEqual([]);
});

test('an inner npm ignores the outer one, except for how to reach packages', () => {
  const env = {
    PATH: 'p',
    npm_config_prefix: 'x',
    npm_config_registry: 'r',
    NPM_CONFIG_CACHE: 'c',
    npm_package_name: 'n',
    NODE_ENV: 'production',
  };
  expect(cleanEnvironment(env)).toEqual({ PATH: 'p', npm_config_registry: 'r', NPM_CONFIG_CACHE: 'c' });
});

describe('sizes of the page', () => {
  const manifest = {
    'index.html': { file: 'files/index.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'files/shared.js' },
    'pages/home/home.tsx': {
      file: 'files/home.js',
      imports: ['_shared.js', '_list.js'],
      dynamicImports: ['pages/home/trash.tsx'],
    },
    '_list.js': { file: 'files/list.js' },
    'pages/canvas/canvas-page.tsx': { file: 'files/canvas.js' },
    'texts/de/index.ts': { file: 'files/de.js' },
  };

  test('count what a page needs before it works, each file once', () => {
    const files = ['files/index.js', 'files/shared.js', 'files/home.js', 'files/list.js'];
    expect(scriptsOf(manifest, ['pages/home/']).sort()).toEqual(files.sort());
    expect(scriptsOf(manifest, ['pages/canvas/canvas-page.tsx'])).not.toContain('files/home.js');
  });

  test('count of what is loaded later only what is not there yet', () => {
    const known = new Set(['files/index.js', 'files/shared.js']);
    expect(added(manifest, ['pages/home/'], known).sort()).toEqual(['files/home.js', 'files/list.js']);
  });

  test('cannot be measured of a page that was moved', () => {
    expect(() => scriptsOf(manifest, ['pages/board/board.tsx'])).toThrow('The build has no pages/board/board.tsx');
  });

  test('over their bound are refused', () => {
    const small = { name: 'canvas', size: 110_000, most: 110_000 };
    const large = { name: 'style', size: 20_150, most: 20_000 };
    expect(wrongSizes([small, large])).toEqual(['style: 20.1 KB gzipped, over 20.0 KB']);
  });
});

describe('exports', () => {
  const found = (...texts) => unusedExports(texts.map(([file, text]) => ({ file, text })));

  test('that no other file imports are wrong, and those of imports, tests and passed modules are not', () => {
    expect(
      found(
        ['model/a.ts', 'export const a = 1, b = 2, c = 3, d = 4; export class E {} export function f() { return a; }'],
        ['model/b.ts', "import { b } from './a.ts'; export { c } from './a.ts';"],
        ['model/b.test.ts', "import { c } from './b.ts'; const { d } = await import('./a.ts'); import type { E } from './a.ts';"],
      ),
    ).toEqual(['model/a.ts exports a, which no other file imports', 'model/a.ts exports f, which no other file imports']);
  });

  test('are a part of a signature, or of a module that is handed on', () => {
    const types =
      'export interface A { readonly b: B } export interface B {} export interface C {} export const make = (a: A): A => { let c: C; return a; }';
    expect(found(['web/a.ts', types], ['web/b.ts', "import { make } from './a.ts';"])).toEqual([
      'web/a.ts exports C, which no other file imports',
    ]);
    expect(found(['web/a.ts', types], ['web/b.ts', "const load = () => import('./a.ts');"])).toEqual([]);
  });
});

describe('types of one name', () => {
  const found = (...files) => twins(files.map(([file, text]) => ({ file, text })));

  test('are refused in one hall, and allowed in two', () => {
    expect(found(['server/a.ts', 'export interface A {}'], ['server/b/c.ts', 'export class A {}'])).toEqual([
      'server/a.ts and server/b/c.ts both export a type A: give each a name that tells them apart',
    ]);
    expect(found(['server/a.ts', 'export interface A {}'], ['web/a.ts', 'export type A = 1;'])).toEqual([]);
  });

  test('are not those that a file keeps for itself, or a value and the type of it in one file', () => {
    expect(found(['web/a.ts', 'export type A = 1; export const A = 1;'], ['web/b.ts', 'interface A {}'])).toEqual([]);
  });
});

describe('saved lines', () => {
  test.each([
    'const a = { ...{ b, c }, d };',
    'const [a, b] = [1, 2];',
    'let [a, b] = [c.a, c.b];',
    '[this.a, this.b] = [1, 2];',
    'const a = <B {...{ c, d }} />;',
  ])('are refused: %s', (text) => expect(savedLines({ file: 'web/a.tsx', text })).toHaveLength(1));

  test.each([
    'const a = { ...b, ...(c && { d }) };',
    'const [a, b] = await Promise.all([c, d]);',
    '[a, b] = [b, a];',
    '[low, high] = [high, low + high];',
    'const [a, b] = [...c];',
    'const a = ([b, c] = [0, 0]) => b + c;',
  ])('are not: %s', (text) => expect(savedLines({ file: 'web/a.tsx', text })).toEqual([]));
});
