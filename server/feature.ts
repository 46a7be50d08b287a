import type { Kind } from '../model/resource.ts';
import type { Behaviour } from './collections/behaviour.ts';
import type { Route } from './http/routing/route.ts';
import type { Job } from './jobs/job.ts';

/** What the endpoints of some kinds of records do besides what their definitions say. */
type Behaviours = ReadonlyMap<Kind, Behaviour>;

/**
 * What a feature brings above the engine; what is left out, it has not. `Deps`: what it is handed, and what it makes of that for itself.
 * The settings of a feature are rows in `server/settings/`, because they are read before anything else is there.
 */
interface Brought<Deps> {
  readonly behaviours?: (deps: Deps) => readonly (readonly [Kind, Behaviour])[];
  /** Endpoints beside the standard verbs. `behaviours`: those of all features. */
  readonly routes?: (deps: Deps, behaviours: Behaviours) => readonly Route[];
  /** Work in the background, in the order in which it starts. */
  readonly jobs?: (deps: Deps) => readonly Job[];
  /** Makes the scopes in memory that its collections name, before anybody may ask. */
  readonly open?: (deps: Deps) => Promise<void>;
  /** Cuts off what requests may be waiting for; called before the listeners close. Jobs close by themselves, behind the listeners. */
  readonly close?: (deps: Deps) => void;
}

interface Making<Needs, Made> {
  /** Makes the parts that the feature alone uses. Waits for nothing, and starts nothing. */
  readonly make: (needs: Needs) => Made;
}

/** A feature that has what it needs. */
interface Joined {
  behaviours(): readonly (readonly [Kind, Behaviour])[];
  routes(behaviours: Behaviours): readonly Route[];
  jobs(): readonly Job[];
  open(): Promise<void>;
  close(): void;
}

export type Feature<Needs> = (needs: Needs) => Joined;

/** A folder of the server that adds to it: its routes, behaviours and jobs, made of what the server hands to it. */
export function feature<Needs extends object, Made extends object>(
  brought: Making<Needs, Made> & Brought<Needs & Made>,
): Feature<Needs>;
export function feature<Needs extends object>(brought: Brought<Needs>): Feature<Needs>;
export function feature<Needs extends object>({
  make,
  ...brought
}: Partial<Making<Needs, object>> & Brought<Needs>): Feature<Needs> {
  return (needs) => {
    const deps = { ...needs, ...make?.(needs) };
    return {
      behaviours: () => brought.behaviours?.(deps) ?? [],
      routes: (behaviours) => brought.routes?.(deps, behaviours) ?? [],
      jobs: () => brought.jobs?.(deps) ?? [],
      open: async () => brought.open?.(deps),
      close: () => brought.close?.(deps),
    };
  };
}

/** What all of these features need. */
export type NeedsOf<F> = (F extends Feature<infer Needs> ? (needs: Needs) => void : never) extends (needs: infer All) => void
  ? All
  : never;

/** What features bring together. */
export interface Features {
  readonly routes: readonly Route[];
  readonly jobs: readonly Job[];
  /** Makes what requests will ask for. */
  readonly open: () => Promise<void>;
  /** Ends what requests may be waiting for. */
  readonly cutOff: () => void;
}

/** Hands the dependencies to features, in the order of their list, in which their jobs start. */
export function joinFeatures<Deps>(features: readonly Feature<Deps>[], deps: Deps): Features {
  const joined = features.map((one) => one(deps));
  const behaviours = new Map(joined.flatMap((one) => one.behaviours()));
  return {
    routes: joined.flatMap((one) => one.routes(behaviours)),
    jobs: joined.flatMap((one) => one.jobs()),
    async open() {
      for (const one of joined) await one.open();
    },
    cutOff() {
      for (const one of joined) one.close();
    },
  };
}
