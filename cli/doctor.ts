import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPostgres } from '../server/settings/database-url.ts';
import { readSettings } from '../server/settings.ts';
import { isLocked } from '../server/store/drivers/sqlite/lock.ts';
import { openBackupSource } from './backup/source.ts';
import type { CheckDefinition, CheckState, Finding, Patient } from './doctor/check.ts';
import { databaseChecks } from './doctor/database.ts';
import { fileChecks } from './doctor/files.ts';
import { folderChecks } from './doctor/folder.ts';
import { machineChecks } from './doctor/machine.ts';
import { settingChecks } from './doctor/settings.ts';
import { type Door, type Json, openDoor } from './door.ts';
import { columns } from './operate/asking.ts';
import { progressOn } from './progress.ts';
import { agrees, CommandError, EXIT, type GivenWords, type Terminal } from './terminal.ts';

const checks: readonly CheckDefinition[] = [
  ...settingChecks,
  ...folderChecks,
  ...databaseChecks,
  ...fileChecks,
  ...machineChecks,
];

interface Looked extends Finding {
  readonly name: string;
}

/**
 * `easel doctor`: makes every check of this machine, its settings and its data, and those of the server that runs. Problems come first, and
 * then what to do. Exit code 3 when something failed, with `--strict` also when somebody should look.
 */
export async function doctor(terminal: Terminal, given: GivenWords): Promise<number> {
  const { options, values } = given;
  const chosen = choose(given);
  const { patient, close } = open(terminal, values.backups);
  try {
    const found = [...(await askServer(terminal, given, patient)), ...(await lookAt(patient, chosen))].sort(
      (a, b) => WEIGHT[a.state] - WEIGHT[b.state],
    );
    if (options.includes('--json'))
      terminal.out(JSON.stringify(found.map(({ fix, ...rest }) => ({ ...rest, fixable: fix !== undefined }))));
    else print(terminal, found);
    const left = options.includes('--fix') ? await mendAll(terminal, options, found) : found;
    return codeOf(left, options.includes('--strict'));
  } finally {
    close();
  }
}

const WEIGHT: Readonly<Record<CheckState, number>> = { failed: 0, degraded: 1, ok: 2 };

const codeOf = (found: readonly Looked[], isStrict: boolean): number =>
  found.some(({ state }) => state === 'failed' || (isStrict && state === 'degraded')) ? EXIT.found : 0;

/** The named checks, else all that cost little, and with `--much` all. */
function choose({ words, options }: GivenWords): readonly CheckDefinition[] {
  const names = checks.map(({ name }) => name);
  const odd = words.find((word) => !names.includes(word));
  if (odd !== undefined) throw new CommandError(`there is no check ${odd}; there are ${names.join(', ')}`, EXIT.wrong);
  if (words.length > 0) return checks.filter(({ name }) => words.includes(name));
  return options.includes('--much') ? checks : checks.filter(({ costs }) => costs === 'little');
}

function open(terminal: Terminal, backups: string | undefined): { readonly patient: Patient; readonly close: () => void } {
  const settings = readSettings(terminal.env);
  const folder = resolve(settings.dataDir);
  const isOwn = !isPostgres(settings.databaseUrl);
  if (!existsSync(folder)) throw new CommandError(`there is no data folder ${folder}; see EASEL_DATA_DIR`, EXIT.unreachable);
  const file = join(folder, 'easel.db');
  const hasData = isOwn && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const { source, unreadable } = hasData ? openSource(file) : { source: undefined, unreadable: undefined };
  const seen = { source, unreadable, isRunning: isLocked(folder), now: new Date() };
  const place = backups ?? (settings.backupUrl || undefined);
  const patient = { ...seen, settings, env: terminal.env, folder, backups: place, progress: progressOn(terminal) };
  return { patient, close: () => source?.close() };
}

function openSource(file: string): Pick<Patient, 'source' | 'unreadable'> {
  try {
    return { source: openBackupSource(file), unreadable: undefined };
  } catch (cause) {
    return { source: undefined, unreadable: (cause as Error).message };
  }
}

async function lookAt(patient: Patient, chosen: readonly CheckDefinition[]): Promise<Looked[]> {
  const found: Looked[] = [];
  for (const { name, look } of chosen) {
    const finding = await Promise.resolve()
      .then(() => look(patient))
      .catch((cause: Error): Finding => ({ state: 'failed', says: `the check could not be made: ${cause.message}` }));
    if (finding) found.push({ name, ...finding });
  }
  return found;
}

/** What the server that runs says about itself; nothing where none does, or single checks were named. */
async function askServer(terminal: Terminal, given: GivenWords, { isRunning }: Patient): Promise<Looked[]> {
  if (!isRunning || given.words.length > 0) return [];
  let door: Door | undefined;
  try {
    door = await openDoor(terminal, given, 'here');
    const { text } = await door.read('GET', '/healthz/ready');
    const { checks: told } = JSON.parse(text) as Json;
    return Object.entries<Json>(told).map(([name, { state, problem, mend }]) => ({
      name: `server: ${name}`,
      state,
      says: problem ?? 'works',
      ...(mend !== undefined && { mend }),
    }));
  } catch (cause) {
    const says = `the server that runs does not answer: ${(cause as Error).message}`;
    return [{ name: 'server', state: 'failed', says, mend: 'See its log, and start it again.' }];
  } finally {
    await door?.close();
  }
}

function print({ out }: Terminal, found: readonly Looked[]): void {
  out(columns(found.map(({ name, state, says }) => [name, state, says])));
  const wrong = found.filter(({ state }) => state !== 'ok');
  if (wrong.length === 0) return out('\nNothing to do.');
  out('\nWhat to do:');
  for (const { name, mend, details = [] } of wrong) {
    if (mend !== undefined) out(`  ${name}: ${mend}`);
    for (const line of details) out(`    ${line}`);
  }
}

/** Asks before each repair. @returns what is left */
async function mendAll(terminal: Terminal, options: readonly string[], found: readonly Looked[]): Promise<readonly Looked[]> {
  // With --json nothing but the one value is for programs
  const tell = options.includes('--json') ? terminal.err : terminal.out;
  const left: Looked[] = [];
  for (const one of found) {
    if (one.fix === undefined || !(await agrees(terminal, options, `${one.fix.will}?`))) left.push(one);
    else tell(`${one.name}: ${await one.fix.run()}`);
  }
  return left;
}
