import type { Site } from './desk.ts';

/** Something that goes wrong. */
export interface Disaster {
  readonly name: string;
  /** Resolves when everything is as it was before. */
  readonly strike: () => Promise<void>;
}

/** A server under test, of one node or of several. The addresses stay the same when nodes end and start again. */
export interface Installation {
  readonly sites: readonly Site[];
  /** Struck in turn. */
  readonly disasters: readonly Disaster[];
  /** What is wrong with the chain of the stored audit log; undefined: nothing. */
  readonly auditFault: () => Promise<string | undefined>;
  /** Processes that ended by themselves, and errors in their logs that nobody foresaw. */
  readonly surprises: () => readonly string[];
}
