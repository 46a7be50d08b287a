import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caller } from './calls.mjs';

/** Milliseconds for a child to end by itself. */
const PATIENCE = 10_000;

/** The child processes and temporary folders of a run. None of them outlives the run, however it ends. */
export class Processes {
  #children = new Set();
  #folders = new Set();

  /** @param parent where the temporary folders are made, which decides the disk that is measured */
  constructor(parent = tmpdir()) {
    this.parent = parent;
    process.once('exit', () => this.#removeAll());
    for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
      process.once(signal, () => process.exit(128 + number));
    }
  }

  folder() {
    const folder = mkdtempSync(join(this.parent, 'easel-bench-'));
    this.#folders.add(folder);
    return folder;
  }

  /** Removes the folder that a finished measurement left on the disk. */
  remove(folder) {
    rmSync(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  /**
   * Starts a Node program that answers calls.
   * @param file a program of bench/processes, or a URL
   * @returns {{ pid: number, call: (name: string, args?: object) => Promise<any>, end: () => Promise<void>, kill: () => Promise<void> }}
   */
  start(file, { args = [], flags = [], env = {}, output = 'inherit' } = {}) {
    const path = fileURLToPath(new URL(file, new URL('../processes/', import.meta.url)));
    const child = spawn(process.execPath, [...flags, path, ...args], {
      env: { ...inherited(), ...env },
      stdio: ['ignore', output, 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.#children.add(child);
    const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => this.#children.delete(child));
    return { pid: child.pid, call: caller(child), end: () => end(child, ended), kill: () => kill(child, ended) };
  }

  /** Ends all children after a measurement that failed. */
  async endAll() {
    const ended = [...this.#children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(ended);
    for (const folder of this.#folders) this.remove(folder);
  }

  #removeAll() {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function kill(child, ended) {
  child.kill('SIGKILL');
  return ended;
}

async function end(child, ended) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(timer);
}

/** The environment without the settings of a server that runs on this machine. */
const inherited = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EASEL_')));
