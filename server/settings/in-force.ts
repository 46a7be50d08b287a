import { defaultOf, type Environment, readSetting, type Setting, type SettingReading, type SettingTable } from './read.ts';

/** A setting as a server has it, for people: a secret is masked. */
export interface InForce {
  readonly name: string;
  /** The value as an operator would write it. */
  readonly value: string;
  readonly from: SettingReading['from'];
  /** What is wrong with it; then `value` is empty. */
  readonly problem?: string;
  /** True: the value differs from the default. */
  readonly changed: boolean;
}

/** Every setting with the value that a server started in this environment would have. */
export function settingsInForce(table: SettingTable, env: Environment): InForce[] {
  return Object.values(table).map((row) => inForce(row, readSetting(row, env)));
}

function inForce(row: Setting<unknown>, { from, value, problem }: SettingReading): InForce {
  const text = problem === undefined ? row.type.show(value) : '';
  const changed = problem === undefined && text !== row.type.show(defaultOf(row));
  const shown = row.secret && text !== '' ? '********' : text;
  return { name: row.name, value: shown, from, ...(problem !== undefined && { problem }), changed };
}
