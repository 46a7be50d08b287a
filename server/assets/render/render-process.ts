import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../clock.ts';
import type { ProcessLimits, RenderJobName, RenderJobs, RenderReply } from './jobs.ts';
import { lowerPriority } from './low-priority.ts';
import { CannotRender, NotStarted, ProcessEnded } from './types.ts';

export interface RenderLimits extends ProcessLimits {
  /** Most memory that one process may take, in bytes. */
  readonly memoryBytes: number;
  /** Most processor time for one job, in seconds; it may take five times as long when it has to wait. */
  readonly seconds: number;
}

/** The process was ended because its job took more than it was allowed. */
export class OverLimit extends ProcessEnded {}

/** How long a process without work is kept: starting one takes some 200 ms, keeping it some 70 MB. */
const IDLE_MS = 30_000;
/** How often the memory of a working process is checked. Between two checks it can take some 100 MB. */
const LOOK_MS = 50;
/** A job that mostly waits, on a busy machine, gets this multiple of its processor time. */
const PATIENCE = 5;

/** The compiled entry, whether this file runs from its source (tests) or from dist/. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/server/assets/render/process.js', import.meta.url)
  : new URL('./process.js', import.meta.url);

/** A child process that does one job at a time. It starts when there is work, and again after it was ended. */
export class RenderProcess {
  #child: ChildProcess | undefined;
  #idle = { cancel: (): void => undefined };

  constructor(
    private readonly clock: Clock,
    private readonly limits: RenderLimits,
  ) {}

  /**
   * Rejects with CannotRender when the job fails, with OverLimit when it takes too much, and with ProcessEnded when the process
   * is gone. `seconds`: processor time for this job.
   */
  async run<N extends RenderJobName>(
    name: N,
    job: RenderJobs[N]['job'],
    seconds = this.limits.seconds,
  ): Promise<RenderJobs[N]['result']> {
    this.#idle.cancel();
    const child = (this.#child ??= this.#started());
    const guard = this.#guard(child, seconds);
    try {
      return await this.#ask(child, name, job, guard.reason);
    } finally {
      guard.end();
      this.#rest(child);
    }
  }

  end(): void {
    this.#idle.cancel();
    if (this.#child) this.#end(this.#child);
  }

  /** When the machine lacks memory or processes, `fork` throws, or the child raises an event. */
  #started(): ChildProcess {
    try {
      return this.#start();
    } catch (error) {
      throw new NotStarted(`the render process did not start: ${error}`);
    }
  }

  /** The process gets no environment of the server, which holds passwords, and no output, which nobody needs. */
  #start(): ChildProcess {
    const { pixels, wholeBytes } = this.limits;
    const child = fork(entry, [JSON.stringify({ pixels, wholeBytes })], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-old-space-size=256'],
      env: environment(),
    });
    // This comes before the child starts threads, which inherit the priority
    if (child.pid !== undefined) lowerPriority(child.pid);
    // Also between jobs, so that the next job is not given to a process that is gone
    child.on('error', () => this.#end(child)).on('exit', () => this.#end(child));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #ask<N extends RenderJobName>(
    child: ChildProcess,
    name: N,
    job: RenderJobs[N]['job'],
    reason: () => string,
  ): Promise<RenderJobs[N]['result']> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        settle();
      };
      const onMessage = (message: unknown): void => {
        const reply = message as RenderReply;
        done(() => ('error' in reply ? reject(new CannotRender(reply.error)) : resolve(reply.result)));
      };
      const onExit = (code: unknown, signal?: unknown): void => {
        if (this.#child === child) this.#child = undefined;
        done(() => reject(endOf(child, reason(), signal ?? code)));
      };
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
      // A child that did not start has no channel
      if (!child.connected) return onExit('no channel');
      child.send({ name, job }, (error) => error && onExit(error.message));
    });
  }

  /** Ends the process when its job takes too long or too much memory. */
  #guard(child: ChildProcess, seconds: number): { reason: () => string; end: () => void } {
    let reason = '';
    const stop = (why: string): void => {
      reason ||= why;
      this.#end(child);
    };
    const { memoryBytes } = this.limits;
    const before = processorSeconds(child.pid);
    // Limits processor time, because on a busy machine a good file may take long through no fault of its own
    const late = before === undefined ? seconds : seconds * PATIENCE;
    const time = this.clock.after(late * 1000, () => stop(`was not done after ${late} s`));
    const look = this.clock.every(LOOK_MS, () => {
      if (residentBytes(child.pid) > memoryBytes) stop(`took over ${memoryBytes} bytes of memory`);
      if ((processorSeconds(child.pid) ?? 0) - (before ?? 0) > seconds) stop(`took over ${seconds} s`);
    });
    const end = (): void => {
      time.cancel();
      look.cancel();
    };
    return { reason: () => reason, end };
  }

  /** Ends a process that kept much memory at once, and an idle one after a while. */
  #rest(child: ChildProcess): void {
    if (this.#child !== child) return;
    if (residentBytes(child.pid) > this.limits.memoryBytes / 4) return this.#end(child);
    this.#idle = this.clock.after(IDLE_MS, () => this.#end(child));
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }
}

function endOf(child: ChildProcess, overLimit: string, how: unknown): Error {
  if (overLimit) return new OverLimit(overLimit);
  const text = `the render process ended (${how})`;
  return child.pid === undefined ? new NotStarted(text) : new ProcessEnded(text);
}

/** Fonts for machines that have none. Windows and macOS have fonts, and their own way to find them. */
function environment(): NodeJS.ProcessEnv {
  const { SYSTEMROOT } = process.env;
  const fonts = process.platform === 'linux' && fileURLToPath(new URL('./fonts/fonts.conf', entry));
  return { MALLOC_ARENA_MAX: '2', ...(fonts && { FONTCONFIG_FILE: fonts }), ...(SYSTEMROOT && { SYSTEMROOT }) };
}

const PAGE_BYTES = 4096;
/** Clock ticks per second of processor time, as Linux counts it. */
const TICKS_PER_SECOND = 100;

/** Resident memory of another process; 0 when it is gone or the system is not Linux. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Processor time of another process since its start; undefined where `residentBytes` is 0. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    // This comes after the name, which may hold anything
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
