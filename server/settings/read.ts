import { readFileSync } from 'node:fs';
import { type SettingType, WrongSetting } from './types.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One row of the table of settings. */
export interface Setting<T> {
  /** The environment variable. With `_FILE` after it, it names the file that holds the value. */
  readonly name: `EASEL_${string}`;
  readonly group: 'Listening' | 'Data' | 'First start' | 'Licence' | 'Clients' | 'Limits' | 'Log';
  readonly type: SettingType<T>;
  /** A function when the default depends on the machine; `defaultSays` then explains it. */
  readonly default: T | (() => T);
  readonly defaultSays?: string;
  /** `seconds`, `bytes`; empty for values without a unit. */
  readonly unit: string;
  /** What the setting does, and when to change it. */
  readonly why: string;
  /** Hardly anybody needs it: the table prints it last. */
  readonly isAdvanced?: true;
  /** Never printed, neither by `easel settings` nor in an error. */
  readonly secret?: boolean;
}

/** A row whose type of values follows from its `type`. */
export const setting = <T>(row: Setting<T>): Setting<T> => row;

// biome-ignore lint/suspicious/noExplicitAny: a table holds settings of every type
export type SettingTable = Readonly<Record<string, Setting<any>>>;
export type ValuesOf<T extends SettingTable> = { readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never };

/** Where a value comes from, and either the value or a line about what is wrong with it. */
export interface SettingReading<T = unknown> {
  readonly from: 'default' | 'environment' | 'file';
  readonly value?: T;
  readonly problem?: string;
}

/** Everything that is wrong with the settings, one line each. */
export class WrongSettings extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** @throws WrongSettings with every problem, those of `together` included. */
export function readTable<T extends SettingTable>(
  table: T,
  env: Environment,
  together: (env: Environment) => readonly string[],
): ValuesOf<T> {
  const readings = Object.entries(table).map(([key, setting]) => [key, readSetting(setting, env)] as const);
  const problems = readings.flatMap(([, reading]) => reading.problem ?? []).concat(together(env));
  if (problems.length > 0) throw new WrongSettings(problems);
  return Object.fromEntries(readings.map(([key, reading]) => [key, reading.value])) as ValuesOf<T>;
}

/** One setting, as the environment has it. Returns what is wrong with it instead of throwing. */
export function readSetting<T>(setting: Setting<T>, env: Environment): SettingReading<T> {
  const from = sourceOf(setting.name, env);
  try {
    if (from === 'both') throw new WrongSetting(`and ${setting.name}_FILE are both set: keep one`);
    return { from, value: readOrDefault(setting, from === 'file' ? fileText(env[`${setting.name}_FILE`]!) : env[setting.name]) };
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    return { from: from === 'both' ? 'environment' : from, problem: `${setting.name} ${error.message}` };
  }
}

export function defaultOf<T>(setting: Setting<T>): T {
  return typeof setting.default === 'function' ? (setting.default as () => T)() : setting.default;
}

export function isSet(name: string, env: Environment): boolean {
  return Boolean(env[name]) || Boolean(env[`${name}_FILE`]);
}

function sourceOf(name: string, env: Environment): SettingReading['from'] | 'both' {
  const direct = env[name] !== undefined;
  const file = env[`${name}_FILE`] !== undefined;
  if (direct && file) return 'both';
  return direct ? 'environment' : file ? 'file' : 'default';
}

function readOrDefault<T>(setting: Setting<T>, text: string | undefined): T {
  if (text === undefined || (text === '' && !setting.type.list)) return defaultOf(setting);
  return setting.type.read(text);
}

/** The text without the trailing newline that editors and `echo` write. */
function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/(\r?\n)+$/, '');
  } catch (error) {
    throw new WrongSetting(`cannot be read from the file ${JSON.stringify(path)} (${(error as NodeJS.ErrnoException).code})`);
  }
}
