import { resolve } from 'node:path';
import { settingsInForce } from '../server/settings/in-force.ts';
import { readSetting } from '../server/settings/read.ts';
import { readSettings, settingWarnings, table } from '../server/settings.ts';
import { findRunning, type RunningServer } from '../server/start/running.ts';
import { settingsText } from './settings.ts';
import type { GivenWords, Terminal } from './terminal.ts';

/**
 * `easel settings`: prints the values of the server that runs on the data folder or, if none runs, those that a server started
 * in this shell would have, and says which. Reports wrong values in the shell, and then resolves with 1.
 */
export function printSettings(terminal: Terminal, { options }: GivenWords): number {
  const { value: dataDir = '' } = readSetting(table.dataDir, terminal.env);
  const running = options.includes('--shell') ? undefined : lookFor(terminal, dataDir);
  if (running && running !== 'starting') {
    terminal.out(settingsText(running.settings, ofServer(running, resolve(dataDir))));
    return 0;
  }
  const beside = running ? ' A server on it is just starting or ending.' : '';
  const whose = `Values of this shell: a server that is started in it would have them, with its data in ${resolve(dataDir)}.${beside}`;
  terminal.out(settingsText(settingsInForce(table, terminal.env), whose));
  for (const line of settingWarnings(terminal.env)) terminal.err(`easel: ${line}`);
  readSettings(terminal.env);
  return 0;
}

function lookFor(terminal: Terminal, dataDir: string): RunningServer | 'starting' | undefined {
  try {
    return findRunning(dataDir);
  } catch (cause) {
    terminal.err(`easel: whether a server runs on ${resolve(dataDir)} cannot be seen: ${(cause as Error).message}`);
    return undefined;
  }
}

const ofServer = ({ pid, version, address, since }: RunningServer, folder: string): string =>
  `Values of the running server: ${version} on ${address}, process ${pid} since ${since}, data in ${folder}.`;
