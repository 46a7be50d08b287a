import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Kind } from '../resource.ts';
import { widgetKinds } from '../widgets/index.ts';
import { kinds } from './index.ts';

/** Every definition that a file of a folder, or of the folders in it, exports. */
async function definedIn(folder: string): Promise<Kind[]> {
  const files = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!.*\.test\.ts$|index\.ts$).*\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(`./${join(folder, file)}`)));
  return modules.flatMap((module) => Object.values(module)).filter(isKind);
}

const isKind = (value: unknown): value is Kind => typeof value === 'object' && value !== null && 'cascades' in value;

const namesOf = (all: readonly Kind[]): string[] => all.map(({ name }) => name).sort();

test('every definition is in the closed list, without which its records could not be loaded again', async () => {
  const [resources, widgets] = [await definedIn('.'), await definedIn('../widgets')];
  expect(namesOf(widgets)).toEqual(namesOf(widgetKinds));
  expect(namesOf([...resources, ...widgets])).toEqual(namesOf(kinds));
});
