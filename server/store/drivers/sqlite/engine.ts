import { createRequire } from 'node:module';
import type * as engine from '@photostructure/sqlite';

export type DatabaseSync = InstanceType<typeof engine.DatabaseSync>;
export type Statement = ReturnType<DatabaseSync['prepare']>;

/**
 * Opens a database file with the engine that comes prebuilt inside the package; on a platform it was not built
 * for, with the one built into newer versions of Node, which has the same interface.
 */
export function openDatabase(file: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  const { DatabaseSync } = loadEngine();
  return new DatabaseSync(file, options);
}

function loadEngine(): typeof engine {
  const load = createRequire(import.meta.url);
  try {
    return load('@photostructure/sqlite');
  } catch {
    return load('node:sqlite');
  }
}
