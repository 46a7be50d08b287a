import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where installers put PostgreSQL's programs without naming them in the path. */
const POSTGRES = '/usr/lib/postgresql';

/** A program of this machine; undefined: it is not there. */
export function program(name: string): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...versions.map((one) => join(POSTGRES, one, 'bin')),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Why a cluster cannot be started here; undefined: it can. */
export function lackOfPrograms(): string | undefined {
  const missing = ['postgres', 'initdb', 'nats-server'].filter((name) => program(name) === undefined);
  if (missing.length > 0) return `no ${missing.join(' and no ')}; apt-get install postgresql nats-server`;
  return process.getuid?.() === 0 && postgresUser() === undefined
    ? 'PostgreSQL refuses root, and there is no user postgres'
    : undefined;
}

/** May this process make network namespaces? */
export const canCutNetworks = (): boolean => process.getuid?.() === 0 && program('ip') !== undefined;

/** PostgreSQL refuses root. Undefined: it can be started as who runs the tests. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const id = (which: string): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** A service that a test starts, stops and starts again. It never outlives the test run. */
export class Service {
  #child: ChildProcess | undefined;

  constructor(
    private readonly name: string,
    private readonly args: readonly string[],
    private readonly options: SpawnOptions = {},
  ) {}

  start(): void {
    const child = spawn(program(this.name)!, this.args, { stdio: 'ignore', ...this.options });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    this.#child = child;
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
