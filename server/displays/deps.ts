import type { Refusal } from '../../model/refusal.ts';
import type { Actor } from '../access/actor.ts';
import type { Activity } from '../access/authentication/activity.ts';
import type { Authentication } from '../access/authentication/authenticate.ts';
import type { Access } from '../access/authorization/access.ts';
import type { LicenceInForce } from '../access/authorization/checks.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Calls } from '../nodes/calls.ts';
import type { Membership } from '../nodes/membership.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Bus, Store } from '../store/store.ts';
import type { ConnectionLimits } from './socket/connection.ts';

export interface DisplaySettings {
  /** Also the distance of heartbeats. */
  readonly keepaliveSeconds: number;
  /** How long a request that commands a client waits for its answer. */
  readonly clientCommandTimeoutMs: number;
  /** How long a client still counts as connected after its connection broke. */
  readonly clientGraceSeconds: number;
}

/** What display clients are served with. */
export interface DisplayDeps {
  readonly store: Store;
  readonly nodes: Membership;
  /** How displays of other nodes are steered. */
  readonly calls: Calls;
  /** Presence travels by it; undefined where one process serves alone. */
  readonly bus: Pick<Bus, 'send' | 'listen'> | undefined;
  readonly access: Access;
  readonly rules: Pick<Rules, 'editCanvas' | 'connectDisplay'>;
  readonly authenticate: Authentication;
  readonly licence: LicenceInForce;
  readonly activity: Activity;
  readonly noteUse: (actor: Actor, address: string) => void;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly settings: DisplaySettings;
  readonly metrics: Metrics;
  /** `<semver> [<build id>]` */
  readonly version: string;
  readonly log: { info(fields: object, text: string): void; error(fields: object, text: string): void };
  /** Rights may have changed, though the directory has not: open streams are to be asked again. */
  readonly rightsChanged: () => void;
  readonly limits?: Partial<ConnectionLimits>;
}

/** When a canvas was opened: by a time that other nodes can compare, where there are any. */
export const openingTime = ({ clock, nodes }: Pick<DisplayDeps, 'clock' | 'nodes'>): number =>
  nodes.isAlone ? clock.steady() : clock.now();

/** The content of the nack that answers a refused message. */
export function nackOf({ status, message }: Refusal): { readonly code: string; readonly msg: string } {
  return { code: codes[status] ?? 'error', msg: message };
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'forbidden',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  409: 'refused',
  501: 'unsupported',
};
