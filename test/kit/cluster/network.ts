import { execFileSync } from 'node:child_process';

/** Addresses below these are nobody else's on a machine that runs tests. */
const CLIENTS = '10.213.7';
const SERVICES = '10.213.8';

/**
 * A network namespace with two cables: one by which callers reach the node in it, one by which the node reaches database and bus. The
 * second can be pulled: packets vanish without a word, as behind a broken switch.
 */
export class Network {
  /** Address of the node in it. */
  readonly node = `${CLIENTS}.2`;
  /** Address of this machine for the node. */
  readonly services = `${SERVICES}.1`;
  readonly #name = `easel-${process.pid}`;
  readonly #clients = `ec${process.pid}`.slice(0, 12);
  readonly #services = `es${process.pid}`.slice(0, 12);

  constructor() {
    ip('netns', 'add', this.#name);
    this.#cable(this.#clients, CLIENTS);
    this.#cable(this.#services, SERVICES);
    ip('-n', this.#name, 'link', 'set', 'lo', 'up');
  }

  /** Runs Node in it. */
  command(file: string): string[] {
    return ['ip', 'netns', 'exec', this.#name, process.execPath, file];
  }

  cut(): void {
    ip('link', 'set', this.#services, 'down');
  }

  mend(): void {
    ip('link', 'set', this.#services, 'up');
  }

  remove(): void {
    ip('netns', 'del', this.#name);
  }

  #cable(name: string, net: string): void {
    const far = `${name}n`;
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', far, 'netns', this.#name);
    ip('addr', 'add', `${net}.1/24`, 'dev', name);
    ip('link', 'set', name, 'up');
    ip('-n', this.#name, 'addr', 'add', `${net}.2/24`, 'dev', far);
    ip('-n', this.#name, 'link', 'set', far, 'up');
  }
}

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });
