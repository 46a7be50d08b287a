import type { Clock } from '../clock.ts';
import { isNats } from '../settings/events-url.ts';
import type { Settings } from '../settings.ts';
import type { Bus } from '../store/nodes/bus.ts';

export interface BusDeps {
  readonly settings: Pick<Settings, 'databaseUrl' | 'eventsUrl'>;
  readonly clock: Clock;
  /** The name of the node, made at the start of the process; no other has it. */
  readonly node: string;
  /** The id of the server that all nodes are; undefined until the store is open and has one. */
  readonly installation: () => string | undefined;
}

/**
 * Opens the bus of the settings, by which this server wakes others. Undefined: there is none. The bus connects in the background,
 * as one that is away now is the same as one that goes away later. Throws one line for a person when the database is of one
 * server only.
 */
export async function openBus({ settings, ...deps }: BusDeps): Promise<Bus | undefined> {
  const { databaseUrl } = settings;
  const isShared = databaseUrl !== 'sqlite:';
  const events = settings.eventsUrl || (isShared ? 'postgres:' : 'memory:');
  if (events === 'memory:') return undefined;
  if (!isShared) throw new Error('EASEL_EVENTS_URL is for several servers, which need a PostgreSQL: see EASEL_DATABASE_URL');
  // Clients are only loaded where they are used
  if (isNats(events)) return (await import('../store/nodes/buses/nats.ts')).natsBus({ ...deps, url: events });
  const { postgresBus } = await import('../store/nodes/buses/postgres.ts');
  return postgresBus({ ...deps, ...addressOf(databaseUrl) });
}

/** Installations in several schemas of one database do not hear each other. TLS is as for the tools of PostgreSQL. */
function addressOf(databaseUrl: string): { readonly config: { readonly connectionString: string }; readonly channel: string } {
  const url = new URL(databaseUrl);
  const channel = url.searchParams.get('schema') ?? 'easel';
  url.searchParams.delete('schema');
  if (!url.searchParams.has('uselibpqcompat')) url.searchParams.set('uselibpqcompat', 'true');
  return { config: { connectionString: url.href }, channel };
}
