import { afterEach, beforeEach, describe, test } from 'vitest';
import { assets } from './assets.ts';
import { Bench, type OpenDatabase } from './bench.ts';
import { durability } from './durability.ts';
import { failures } from './failures.ts';
import { losses } from './losses.ts';
import { publication } from './publication.ts';

/** Sentences about the store and their proofs, each on a fresh database. */
export type Chapter = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const chapters: Readonly<Record<string, Chapter>> = { durability, publication, losses, failures, assets };

/** The one suite that the store must pass on every kind of database. */
export function storeContract(name: string, openDatabase: OpenDatabase): void {
  describe(`the store on ${name}`, () => {
    let bench: Bench;
    beforeEach(async () => {
      bench = new Bench(await openDatabase());
    });
    afterEach(() => bench.close());
    for (const [title, chapter] of Object.entries(chapters)) {
      describe(title, () => {
        for (const [sentence, proof] of Object.entries(chapter)) test(sentence, () => proof(bench));
      });
    }
  });
}
