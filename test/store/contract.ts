import fc from 'fast-check';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { runs } from '../kit/runs.ts';
import { assets } from './assets.ts';
import { audit } from './audit.ts';
import { Bench, type Kept, type OpenDatabase } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { durability } from './durability.ts';
import { ephemeral } from './ephemeral.ts';
import { failures } from './failures.ts';
import { following } from './following.ts';
import { large } from './large.ts';
import { line } from './line.ts';
import { losses } from './losses.ts';
import { memory } from './memory.ts';
import { play, scripts } from './model.ts';
import { nodes } from './nodes.ts';
import { publication } from './publication.ts';
import { releasedFiles } from './released.ts';
import { repetition } from './repetition.ts';
import { scopes } from './scopes.ts';
import { shared } from './shared.ts';

type Chapters = Readonly<Partial<Record<Kept, Readonly<Record<string, Chapter>>>>>;

const both = { durability, publication, line, scopes, repetition, memory };
const chapters: Chapters = {
  durable: { ...both, losses, failures, nodes, following, assets, releasedFiles, audit },
  ephemeral: { ...both, ephemeral },
  shared: { repetition, losses, nodes, following, shared },
};

/** The suite that the store must pass on every kind of database, together with `largeContract`. */
export function storeContract(name: string, openDatabase: OpenDatabase): void {
  prove(name, openDatabase, chapters);

  test(`the store on ${name} is one plain store, whatever two nodes do at once and whatever goes wrong`, async () => {
    const numRuns = Number(process.env.EASEL_MODEL_RUNS ?? runs(10, 30));
    const seed = Number(process.env.EASEL_MODEL_SEED ?? Date.now() % 2 ** 31);
    console.log(`model test on ${name}: EASEL_MODEL_RUNS=${numRuns} EASEL_MODEL_SEED=${seed}`);
    // The seed does not decide the order in which threads answer, so a smaller script need not fail
    await fc.assert(
      fc.asyncProperty(scripts(), (script) => play(openDatabase, script)),
      { numRuns, seed, endOnFailure: true, timeout: 30_000 },
    );
  }, 3_600_000);
}

/** The part of the contract that needs much data. */
export const largeContract = (name: string, openDatabase: OpenDatabase): void =>
  prove(name, openDatabase, { durable: { large } });

function prove(name: string, openDatabase: OpenDatabase, proven: Chapters): void {
  describe.each(Object.keys(proven) as Kept[])(`the store on ${name}, with canvases that are %s`, (kept) => {
    let bench: Bench;
    beforeEach(async () => {
      bench = new Bench(await openDatabase(), kept);
    });
    afterEach(() => bench.close());
    for (const [title, chapter] of Object.entries(proven[kept]!)) {
      describe(title, () => {
        for (const [sentence, proof] of Object.entries(chapter)) {
          if (proof.isOnDisk && kept === 'ephemeral') continue;
          test(sentence, () => Promise.race([proof(bench), bench.broken]));
        }
      });
    }
  });
}
