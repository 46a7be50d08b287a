import type { Bench } from './bench.ts';

/** A proof on a fresh database. */
export interface Proof {
  (bench: Bench): Promise<void>;
  readonly isOnDisk?: true;
}

/** Sentences about the store, with their proofs. Each holds for canvases of both durabilities, unless it says otherwise. */
export type Chapter = Readonly<Record<string, Proof>>;

/** For proofs that need a disk: it can hold a commit back, lose it, fail, be shared by nodes, and outlast a restart. */
export const onDisk = (proof: (bench: Bench) => Promise<void>): Proof => Object.assign(proof, { isOnDisk: true as const });
