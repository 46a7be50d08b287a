import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../../../scripts/steps/programs.mjs';

/** May this process make network namespaces? */
export const canCutNetworks = (): boolean => process.getuid?.() === 0 && program('ip') !== undefined;

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
