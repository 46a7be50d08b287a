import { setTimeout as pause } from 'node:timers/promises';
import { type Board, makeBoard } from './board.ts';
import { check, type Ending } from './check.ts';
import { endingsOf, readAll } from './endings.ts';
import { Follower } from './follower.ts';
import type { Disaster, Installation } from './installation.ts';
import { type Verdict, verdict } from './verdict.ts';

export interface CourseOptions {
  readonly seconds: number;
  /** Disasters that strike even when these seconds are over, as on a busy machine. Default: none. */
  readonly least?: number;
  readonly seed: number;
  readonly writers: number;
}

/**
 * Writers and readers use all nodes of an installation while one disaster after the other strikes. Then everything that they were told is
 * checked. The seed decides what they ask and in which order disasters come; the machine decides the rest.
 */
export async function course(installation: Installation, options: CourseOptions): Promise<Verdict> {
  const board = await makeBoard(installation.sites, options.seed, options.writers);
  const followers = installation.sites.flatMap((site) => board.followed.map((one) => new Follower(board.desk, site, one)));
  const following = followers.map((one) => one.run());
  try {
    const began = performance.now();
    const struck = await struckWhileWriting(board, installation.disasters, options);
    const ended = performance.now();
    const end = await lookAtTheEnd(board, followers);
    const problems = [
      ...check(board.desk.history, end.endings),
      ...board.desk.problems,
      ...end.problems,
      ...[await installation.auditFault()].filter((one) => one !== undefined),
      ...installation.surprises(),
    ];
    const returns = followers.reduce((sum, one) => sum + one.returns, 0);
    return verdict(board.desk, { seed: options.seed, began, ended, struck, returns, problems });
  } finally {
    for (const one of followers) one.close();
    await Promise.all(following);
    board.desk.close();
  }
}

/** A node that does not answer then is a fault, too. */
async function lookAtTheEnd(board: Board, followers: readonly Follower[]): Promise<{ endings: Ending[]; problems: string[] }> {
  try {
    const endings = await endingsOf(board, followers);
    return { endings, problems: await readAll(board.desk) };
  } catch (cause) {
    return { endings: [], problems: [`at the end: ${(cause as Error).message}`] };
  }
}

async function struckWhileWriting(
  { desk, writers }: Board,
  disasters: readonly Disaster[],
  options: CourseOptions,
): Promise<string[]> {
  const writing = Promise.all(writers.map((writer) => writer.run()));
  const struck: string[] = [];
  const random = desk.random('disasters');
  const end = performance.now() + options.seconds * 1000;
  const { least = 0 } = options;
  const isOver = (): boolean => performance.now() >= end && struck.length >= least;
  try {
    for (let at = 0; !isOver(); at++) {
      const next = 500 + random.below(1500);
      await pause(struck.length < least ? next : Math.min(next, end - performance.now()));
      if (disasters.length === 0 || isOver()) continue;
      const disaster = disasters[at % disasters.length]!;
      struck.push(disaster.name);
      await disaster.strike();
    }
  } finally {
    desk.isOver = true;
    await writing;
  }
  return struck;
}
