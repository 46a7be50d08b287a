import { environment, startEasel } from './easel.mjs';
import { Processes } from './processes.mjs';

/** Servers, peers, load generators and data for measurements. All of it is removed at the end of the run. */
export class Bench {
  #busiest = 0;

  constructor({ folder, profile } = {}) {
    this.processes = new Processes(folder);
    this.profile = profile;
  }

  /** Makes a data folder with canvases `[{notes, text, nested, mixed}]`. @returns `{folder, canvases: [{id, notes}]}` */
  async data(canvases) {
    const folder = this.processes.folder();
    const child = this.processes.start('fill.mjs', { env: environment(folder) });
    const made = await child.call('fill', { canvases });
    await child.end();
    return { folder, canvases: made };
  }

  /** Starts the server on a data folder, with the administrator signed in. */
  async easel(options) {
    const easel = await startEasel(this.processes, { profile: this.profile, ...options });
    return easel.signIn();
  }

  /** Starts the raw peer. */
  async raw(answers) {
    const child = this.processes.start('raw.mjs');
    const port = await child.call('listen');
    await child.call('prepare', answers);
    return { port, call: child.call, end: child.end };
  }

  async load() {
    const child = this.processes.start('load.mjs');
    const call = async (name, args) => {
      const result = await child.call(name, args);
      this.#busiest = Math.max(this.#busiest, result?.busy ?? 0);
      return result;
    };
    return { call, end: child.end };
  }

  /** The largest share of time that a load generator was busy since the last call; near 1, it was the limit. */
  takeBusiest() {
    const busiest = this.#busiest;
    this.#busiest = 0;
    return busiest;
  }

  note(text) {
    console.error(`  ${text}`);
  }
}

/** Runs each function once in every round, so that a slow moment of the machine affects all of them. */
export async function alternate(rounds, functions) {
  const results = functions.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, run] of functions.entries()) results[at].push(await run(round));
  }
  return results;
}

/**
 * Runs the load generator's `loop` on a server, and measures the processor time of the server for one answer, in microseconds.
 * While other programs use the machine, that says more than the rate.
 */
export async function loop(load, { port, call }, options) {
  const before = await call('processorTime');
  const result = await load.call('loop', { port, ...options });
  return { ...result, cost: ((await call('processorTime')) - before) / result.answered };
}
