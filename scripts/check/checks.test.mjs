import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../steps/run.mjs';
import { circles, importsOf, wrongImports } from './imports.mjs';
import { wrongLines } from './lockfile.mjs';
import { measure, tooLarge } from './sizes.mjs';

const edge = (from, to) => ({ from, to, local: to.includes('/') && to.endsWith('.ts') });
const edges = (...pairs) => pairs.map(([from, to]) => edge(from, to));

describe('import direction', () => {
  test.each([
    ['server/store/sqlite.ts', 'server/http/route.ts'],
    ['server/store/sqlite.ts', 'server/access/rule.ts'],
    ['server/changes/feed.ts', 'server/commands/clone.ts'],
    ['server/clock.ts', 'server/store/types.ts'],
    ['model/field.ts', 'server/clock.ts'],
    ['server/http/answer.ts', 'server/app.ts'],
    ['server/app.ts', 'cli/easel.ts'],
    ['web/page.ts', 'server/clock.ts'],
    ['server/app.ts', 'web/page.ts'],
    ['server/app.ts', 'test/kit/clock.ts'],
    ['server/app.ts', 'server/store/batch.test.ts'],
    ['server/app.ts', 'tools/x.ts'],
    ['model/field.ts', 'node:fs'],
    ['model/field.ts', 'fastify'],
    ['server/store/sqlite.ts', 'fastify'],
    ['server/commands/clone.ts', '@fastify/multipart'],
  ])('%s may not import %s', (from, to) => expect(wrongImports(edges([from, to]))).toHaveLength(1));

  test.each([
    ['server/http/answer.ts', 'server/store/types.ts'],
    ['server/routes/users.ts', 'server/http/route.ts'],
    ['server/store/batch.ts', 'server/clock.ts'],
    ['server/store/batch.ts', 'server/settings.ts'],
    ['server/mail/smtp.ts', 'server/audit/log.ts'],
    ['cli/easel.ts', 'server/main.ts'],
    ['web/page.ts', 'model/field.ts'],
    ['model/field.ts', 'typebox/value'],
    ['server/http/app.ts', 'fastify'],
    ['server/store/sqlite.ts', 'node:fs'],
  ])('%s may import %s', (from, to) => expect(wrongImports(edges([from, to]))).toEqual([]));

  test('is read from imports, types, exports and dynamic imports', () => {
    const text = `import a from './a.ts'; import type { B } from './b.ts'; export * from '../c.ts';
      export { d } from './d.ts'; const e = await import('./e.ts'); import 'fastify';`;
    const found = importsOf({ file: 'server/http/x.ts', text }).map(({ to }) => to);
    expect(found.sort()).toEqual([
      'fastify',
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

  test('count lines that are comment only', () => {
    const { comments, code } = measure({
      file: 'a.ts',
      text: '/**\n * why\n */\nconst a = 1; // end\n\n// line\nconst b = 2;\n',
    });
    expect([comments, code]).toEqual([4, 6]);
  });
});

test('a download address or a registry in a file is refused', () => {
  const host = 'https://' + 'registry.example.org/x';
  expect(wrongLines('package-lock.json', `"resolved": "${host}"`)).toHaveLength(2);
  expect(wrongLines('.npmrc', ['save-exact=true', 'registry' + '=http://localhost'].join('\n'))).toHaveLength(1);
  expect(wrongLines('README.md', 'see https://nodejs.org/about-the-registry')).toEqual([]);
});

test('an outer npm is not felt by an inner one, but the way to the packages stays', () => {
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
