import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import { createCommitProbe } from './commit-probe.ts';
import { type LoopDelay, watchLoop } from './loop-delay.ts';

/** `degraded`: it works, and somebody should look. `failed`: it can take no requests now. */
export type CheckState = 'ok' | 'degraded' | 'failed';

export interface HealthCheck {
  readonly state: CheckState;
  /** What is wrong, in one line without secrets. */
  readonly problem?: string;
  /** What whoever runs the server can do about it. */
  readonly mend?: string;
}

export const checkNames = ['database', 'events', 'files', 'disk', 'event_loop', 'shutdown'] as const;

export type HealthChecks = Readonly<Record<(typeof checkNames)[number], HealthCheck>>;

/** Whether this process works, for the machines that watch it and send it requests. */
export interface Health {
  /** False: the process is stuck, and only a restart helps. Looks at nothing outside of it. */
  readonly isLive: boolean;
  /** The checks as of a second ago. Takes less than two seconds, whatever hangs. */
  readiness(): Promise<HealthChecks> | HealthChecks;
  /** Whoever runs the server wants it to be sent nothing new, or something again; it serves on. */
  drain(isDraining: boolean): void;
  /** The server is not ready from now on, so that it is sent nothing new before it ends. */
  retire(): void;
  close(): void;
}

export interface HealthDeps {
  readonly store: {
    /** Makes a commit that changes nothing. */
    probe(): Promise<void>;
  };
  readonly disk: Pick<Disk, 'room'>;
  readonly clock: Clock;
  /** Other processes serve the same data, so that one which cannot take everything is better left alone. */
  readonly isShared: boolean;
  /** The bus by which nodes wake each other. Undefined: there is only one. */
  readonly events: { readonly isUp: boolean } | undefined;
  /** This process is cut off from the database: its streams and connections have ended. */
  readonly isApart: () => boolean;
  /** Uploads go to the data folder of this process, and another process that serves the same data was seen. */
  readonly areFilesApart: () => boolean;
  readonly log: { warn(fields: object, text: string): void; info(fields: object, text: string): void };
}

/** A turn of the event loop is promised to take 20 ms: after these a server is of no use for a while, or for good. */
const BUSY_MS = 2000;
const STUCK_MS = 10_000;

const OK: HealthCheck = { state: 'ok' };

export function createHealth(deps: HealthDeps): Health {
  const { store, clock } = deps;
  const loop = watchLoop(clock);
  const commits = createCommitProbe({ probe: () => store.probe(), clock });
  const tell = createTelling(deps.log);
  let isRetired = false;
  let isDraining = false;
  const checks = (fault: string | undefined): HealthChecks =>
    tell({
      database: deps.isApart() && fault === undefined ? APART : database(fault),
      events: events(deps.events),
      files: deps.areFilesApart() ? FILES_APART : OK,
      disk: disk(deps),
      event_loop: eventLoop(loop),
      shutdown: isRetired ? RETIRED : isDraining ? DRAINED : OK,
    });
  return {
    get isLive() {
      return loop.longest() < STUCK_MS;
    },
    readiness() {
      const fault = commits.fault();
      return fault instanceof Promise ? fault.then(checks) : checks(fault);
    },
    drain: (draining) => {
      isDraining = draining;
    },
    retire: () => {
      isRetired = true;
    },
    close: () => loop.close(),
  };
}

export const isReady = (checks: HealthChecks): boolean => Object.values(checks).every(({ state }) => state !== 'failed');

const FILES_APART: HealthCheck = {
  state: 'degraded',
  problem: 'several nodes keep files in data folders of their own: what is uploaded to one is missing on the others',
  mend: 'Give all nodes the same EASEL_ASSETS_URL=s3://…, or run one node only.',
};

const APART: HealthCheck = {
  state: 'failed',
  problem: 'the database has taken no sign of this node for more than 10 seconds',
  mend: 'See that the database can be reached from this machine and answers in time. It goes on by itself.',
};

const RETIRED: HealthCheck = {
  state: 'failed',
  problem: 'the server is ending',
  mend: 'Nothing: it answers what it is asked until it ends, and a new process takes over.',
};

const DRAINED: HealthCheck = {
  state: 'failed',
  problem: 'this node is drained: balancers send it nothing new',
  mend: 'When it is to take requests again: easel drain --undo',
};

/** What the database says may hold addresses and names, so it stands in the log only. */
function database(fault: string | undefined): HealthCheck & { readonly cause?: string } {
  if (fault === undefined) return OK;
  return {
    state: 'failed',
    problem: 'no commit can be made',
    mend: 'See that the database runs, can be reached and has room; the log of this server has the cause. It goes on by itself.',
    cause: fault,
  };
}

const events = (bus: HealthDeps['events']): HealthCheck =>
  bus === undefined || bus.isUp
    ? OK
    : {
        state: 'degraded',
        problem: 'polling: the event bus is away, so changes of other nodes come up to a second later',
        mend: 'See that what EASEL_EVENTS_URL names runs and can be reached. It goes on by itself.',
      };

/** Where no other node can take its place, a server on a full disk is still the one by which people delete things. */
function disk({ disk, isShared }: Pick<HealthDeps, 'disk' | 'isShared'>): HealthCheck {
  if (disk.room === 'enough') return OK;
  const isFull = disk.room === 'none';
  return {
    state: isFull && isShared ? 'failed' : 'degraded',
    problem: isFull ? 'the disk is full: content and files are refused' : 'the disk is nearly full: files are refused',
    mend: 'Make room on the disk of EASEL_DATA_DIR, or enlarge it. It goes on by itself.',
  };
}

function eventLoop(loop: LoopDelay): HealthCheck {
  const longest = loop.longest();
  if (longest < BUSY_MS) return OK;
  return {
    state: 'failed',
    problem: `requests waited for ${Math.round(longest)} ms in the last 10 seconds`,
    mend: 'Give the machine more processor time, or spread the work over more nodes. It goes on by itself.',
  };
}

/** The log gets a line when a check changes, not one for every question. */
function createTelling(
  log: HealthDeps['log'],
): (checks: Readonly<Record<keyof HealthChecks, HealthCheck & { cause?: string }>>) => HealthChecks {
  const told = new Map<string, CheckState>();
  return (checks) => {
    const shown: Partial<Record<keyof HealthChecks, HealthCheck>> = {};
    for (const name of checkNames) {
      const { cause, ...check } = checks[name];
      shown[name] = check;
      const before = told.get(name) ?? 'ok';
      told.set(name, check.state);
      if (check.state === before) continue;
      const fields = { check: name, state: check.state, ...(cause !== undefined && { cause }) };
      if (check.state === 'ok') log.info(fields, 'health: works again');
      else log.warn(fields, `health: ${check.problem}`);
    }
    return shown as HealthChecks;
  };
}
