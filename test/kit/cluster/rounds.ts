import { onTestFinished } from 'vitest';
import type { AnyWidget } from '../../../model/widgets/common.ts';
import { stepsOf } from '../conformance/steps.ts';
import { type Conformed, collections } from '../conformance/subject.ts';
import { Cut } from '../cut.ts';
import { ADMIN } from '../server-process.ts';
import { until } from '../until.ts';
import type { Balancer } from './balancer.ts';
import type { Disaster } from './installation.ts';
import { PatientCaller, Remote } from './patient-caller.ts';

/** Steps that run at the same time. */
const LANES = 6;

interface NamedStep {
  readonly name: string;
  readonly run: (easel: Conformed) => Promise<void>;
}

/**
 * The conformance suite through a balancer, while one process after the other is killed. A step in which a request or a stream was cut is
 * repeated from its start, as callers must look what became of it; a step that fails in any other way is a problem.
 */
export class Rounds {
  readonly problems: string[] = [];
  /** Steps that ended well, and those that were begun again. */
  done = 0;
  repeated = 0;
  /** Names of what was killed, in order. */
  readonly killed: string[] = [];
  /** The steps of one type of each sort, because the run in one process covers all types. */
  readonly steps: readonly NamedStep[] = sorts().flatMap((definition) =>
    stepsOf(definition).map(({ title, run }) => ({ name: `${definition.name} ${title}`, run })),
  );
  readonly #remotes: readonly Remote[];
  readonly #began = performance.now();
  #next = 0;
  #isOver = false;

  private constructor(
    private readonly balancer: Balancer,
    private readonly kills: readonly Disaster[],
    token: string,
  ) {
    this.#remotes = Array.from({ length: LANES }, () => new Remote(balancer.url, token));
  }

  /** Runs all steps, and begins again until each process was killed once; the next is killed when all nodes are ready. */
  static async run(balancer: Balancer, kills: readonly Disaster[]): Promise<Rounds> {
    const caller = new PatientCaller(balancer, '');
    onTestFinished(() => caller.close());
    const { body } = await caller.post('/users/login', ADMIN);
    const rounds = new Rounds(balancer, kills, body.token);
    await Promise.all([rounds.#runAll(), rounds.#killAll()]);
    return rounds;
  }

  /** More steps than this cannot have been cut: those that were under way at each kill. */
  get mostRepeated(): number {
    return this.killed.length * LANES;
  }

  get text(): string {
    const { forwarded, retried, lost, refused, broken } = this.balancer.counts;
    const again = this.#remotes.reduce((sum, { admin }) => sum + admin.again, 0);
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
    return (
      `conformance through a balancer: ${this.done} steps in ${seconds} s, ${this.repeated} repeated; killed: ${this.killed.join(', ')}; ` +
      `requests: ${forwarded} forwarded, ${retried} retried by the balancer, ${again} by callers after 503 (${refused} of the balancer), ` +
      `${lost} lost, ${broken} answers and streams cut`
    );
  }

  async #runAll(): Promise<void> {
    await Promise.all(this.#remotes.map((remote) => this.#runLane(remote)));
    this.#isOver = true;
  }

  async #runLane(remote: Remote): Promise<void> {
    while (this.problems.length === 0 && (this.#next < this.steps.length || this.killed.length < this.kills.length))
      await this.#runStep(this.steps[this.#next++ % this.steps.length]!, remote);
  }

  async #runStep({ name, run }: NamedStep, remote: Remote): Promise<void> {
    try {
      await run(remote);
      this.done++;
    } catch (cause) {
      if (!(cause instanceof Cut)) return void this.problems.push(`${name}: ${(cause as Error).stack}`);
      this.repeated++;
      remote.forget();
      await this.#runStep({ name, run }, remote);
    } finally {
      remote.forget();
    }
  }

  async #killAll(): Promise<void> {
    for (let at = 0; !this.#isOver; at++) {
      const { name, strike } = this.kills[at % this.kills.length]!;
      await strike();
      await until(() => this.balancer.allReady || this.#isOver);
      this.killed.push(name);
    }
  }
}

/** The first type of each sort: placed or not, uploaded or not, with required fields or not. */
function sorts(): AnyWidget[] {
  const firsts = new Map<string, AnyWidget>();
  for (const one of collections) {
    const required = Object.values(one.fields).some(({ word }) => word === 'required');
    const sort = JSON.stringify([one.widget.placed, one.widget.upload !== '', required]);
    if (!firsts.has(sort)) firsts.set(sort, one);
  }
  return [...firsts.values()];
}
