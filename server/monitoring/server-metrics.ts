import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AccessToken } from '../../model/resources/accounts/access-token.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { CLIENTS, Client } from '../../model/resources/displays/client.ts';
import { Mail } from '../../model/resources/mail.ts';
import type { Disk } from '../disk.ts';
import type { CheckState, Health } from '../health/health.ts';
import type { ServerLicence } from '../licence/licence.ts';
import type { Metrics, Sample } from '../metrics/metrics.ts';
import type { Membership } from '../nodes/membership.ts';
import type { LogTail } from '../operator/log-tail.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';

export interface ServerMetricsDeps {
  readonly metrics: Metrics;
  readonly store: Pick<Store, 'directory' | 'seen' | 'isShared'>;
  readonly health: Pick<Health, 'readiness'>;
  readonly disk: Pick<Disk, 'bytes'>;
  readonly nodes: Pick<Membership, 'others' | 'isApart'>;
  readonly serverLicence: Pick<ServerLicence, 'state'>;
  readonly logTail: Pick<LogTail, 'counts'>;
  readonly version: string;
  readonly settings: Pick<Settings, 'assetsUrl' | 'eventsUrl' | 'tlsCert'>;
  /** The file of the embedded database; undefined: another process has it. */
  readonly database: string | undefined;
}

const STATES: Readonly<Record<CheckState, number>> = { ok: 0, degraded: 1, failed: 2 };

/** Lets the metrics tell what the server as a whole has, and how it is. */
export function tellServer(deps: ServerMetricsDeps): void {
  const { metrics, store, disk, nodes, health, logTail } = deps;
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void =>
    metrics.read({ name, help, type: 'gauge', read });
  tellBuild(deps);
  const { directory } = store;
  gauge('easel_users', 'Accounts', () => directory.list(User.name).size);
  gauge('easel_tokens', 'Permanent access tokens', () => directory.list(AccessToken.name).size);
  gauge('easel_mails_waiting', 'Mails in the outbox', () => directory.list(Mail.name).size);
  gauge('easel_clients_connected', 'Display clients of all nodes', () => store.seen(CLIENTS)?.list(Client.name).size ?? 0);
  gauge('easel_disk_free_bytes', 'Bytes that may still be written to the disk of the data folder', () => disk.bytes.free);
  gauge('easel_disk_reserve_bytes', 'Bytes of the disk that files leave alone, for the database', () => disk.bytes.reserve);
  gauge('easel_node_up', '0: this node is cut off from its database', () => (nodes.isApart ? 0 : 1));
  gauge('easel_nodes', 'Nodes of the installation, as this one knows them', () => nodes.others.length + 1);
  metrics.read({
    name: 'easel_check_state',
    help: 'The checks of /healthz/ready: 0 ok, 1 degraded, 2 failed',
    type: 'gauge',
    labels: ['check'],
    read: async () => Object.entries(await health.readiness()).map(([name, { state }]): Sample => [[name], STATES[state]]),
  });
  metrics.read({
    name: 'easel_log_lines_total',
    help: 'Lines of the log',
    type: 'counter',
    labels: ['level'],
    read: () => [...logTail.counts].map(([level, count]): Sample => [[level], count]),
  });
  tellDates(deps, gauge);
  tellDatabase(deps.database, gauge);
}

function tellBuild({ metrics, version, store, settings }: ServerMetricsDeps): void {
  const [, number = version, build = ''] = /^(\S+) \[(.*)\]$/.exec(version) ?? [];
  const files = settings.assetsUrl.startsWith('s3:') ? 's3' : 'folder';
  const events = settings.eventsUrl.split(':')[0] || (store.isShared ? 'postgres' : 'memory');
  const values = [number, build, process.version, store.isShared ? 'postgres' : 'sqlite', files, events];
  metrics.read({
    name: 'easel_build_info',
    help: 'Always 1: what runs, and on what',
    type: 'gauge',
    labels: ['version', 'build', 'node_version', 'database', 'files', 'events'],
    read: () => [[values, 1]],
  });
}

type Gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) => void;

function tellDates({ serverLicence, settings }: ServerMetricsDeps, gauge: Gauge): void {
  gauge('easel_licence_expiry_timestamp_seconds', 'When the licence ends; none: never', () => {
    const { endsAt } = serverLicence.state();
    return endsAt === undefined ? undefined : endsAt / 1000;
  });
  gauge('easel_certificate_expiry_timestamp_seconds', 'When the certificate of EASEL_TLS_CERT ends', async () => {
    if (settings.tlsCert === '') return undefined;
    const pem = await readFile(settings.tlsCert).catch(() => undefined);
    return pem && Date.parse(new X509Certificate(pem).validTo) / 1000;
  });
}

/** With PostgreSQL its own exporter tells more. */
function tellDatabase(file: string | undefined, gauge: Gauge): void {
  if (file === undefined) return;
  const sizeOf = (path: string) => () =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  gauge('easel_database_bytes', 'Bytes of the database file', sizeOf(file));
  gauge('easel_database_wal_bytes', 'Bytes of the write-ahead log of the database', sizeOf(`${file}-wal`));
}
