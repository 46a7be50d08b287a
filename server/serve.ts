import { resolve } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createEasel, type Easel } from './app.ts';
import { systemClock, timestamp } from './clock.ts';
import { createLogTail, type LogTail } from './operator/log-tail.ts';
import { type InForce, settingsInForce } from './settings/in-force.ts';
import { type Environment, isSet } from './settings/read.ts';
import { dangers, readSettings, type Settings, settingWarnings, table } from './settings.ts';
import { buildVersion } from './start/build-info.ts';
import { openDoor } from './start/open-door.ts';
import { announce } from './start/running.ts';
import { welcome } from './start/welcome.ts';

export interface ServeOptions {
  /** Print for people: the address and, at the first start, the password. */
  readonly people?: boolean;
}

/** Longest shutdown, in milliseconds: by then everything acknowledged is on disk, whatever a peer does. */
const SHUTDOWN = 9_000;

/** Starts the server; it ends itself on SIGTERM and SIGINT. Throws one line for a person, or several, when it cannot start. */
export async function serve(env: Environment, options: ServeOptions = {}): Promise<Easel> {
  const settings = readSettings(env);
  // Everything in the data folder is for this account only, whoever made the folder
  process.umask(0o077);
  const level = logLevel(settings, env, options);
  const logTail = createLogTail(systemClock, level);
  const log = openLog(level, logTail);
  const inForce = settingsInForce(table, env);
  const changed = changedOf(inForce);
  const version = buildVersion();
  log.info({ version, data: resolve(settings.dataDir), settings: changed }, 'starting');
  const warn = (line: string): void => (options.people ? console.error(`easel: ${line}`) : log.warn(line));
  for (const line of [...settingWarnings(env), ...dangers(settings)]) warn(line);
  const easel = await createEasel({ settings, clock: systemClock, log, logTail, fatal: (cause) => end(log, cause) });
  for (const line of easel.warnings) warn(line);
  const address = await listen(easel);
  const door = await openDoor(easel.http, easel.folder).catch(
    (cause: Error) => void warn(`commands find no way in: ${cause.message}`),
  );
  const since = timestamp(systemClock.now());
  const running = { pid: process.pid, version, address, socket: door?.path, since, settings: inForce };
  const forget = announce(easel.folder, running, warn);
  const withdraw = (): void => {
    forget();
    door?.remove();
  };
  // This step may end the server, so it comes before the server reports that it listens
  endOnSignals(easel, { ...options, tlsCert: settings.tlsCert, withdraw }, log);
  if (options.people) welcome(easel, address, changed);
  else tellLog(easel, address, log);
  return easel;
}

/**
 * Lines on stdout. A terminal that is gone takes none any more, which must neither end the process before its time nor keep
 * it from ending: pino would try for ever to write what is left. A broken pipe it knows.
 */
function openLog(level: Settings['logLevel'], tail: LogTail): Logger {
  // Each line is written before `write` returns, so nothing is left to flush; sonic-boom's own flush never ends once the terminal is closed
  const lines = Object.assign(pino.destination(1), { flushSync: () => undefined });
  lines.on('error', () => Object.assign(lines, { write: () => true }));
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const log = pino({ level }, tailed(lines, tail));
  tail.onLevel((needed) => {
    log.level = needed;
  });
  return log;
}

/** Writes what is for stdout there, and lets the tail have every line. */
function tailed(lines: ReturnType<typeof pino.destination>, tail: LogTail): DestinationStream {
  const stream = {
    // pino puts the level of a line here, right before it writes the line
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      if (tail.add(stream.lastLevel, line.trimEnd())) lines.write(line);
    },
    flushSync: () => lines.flushSync(),
  };
  return stream;
}

/** People read the address and the password, not log lines, unless they asked for those. */
function logLevel({ logLevel, logRequests }: Settings, env: Environment, { people }: ServeOptions): Settings['logLevel'] {
  return people && !logRequests && !isSet(table.logLevel.name, env) ? 'warn' : logLevel;
}

const changedOf = (settings: readonly InForce[]): Record<string, string> =>
  Object.fromEntries(settings.filter(({ changed }) => changed).map(({ name, value }) => [name, value]));

async function listen(easel: Easel): Promise<string> {
  try {
    return await easel.http.listen();
  } catch (cause) {
    await easel.close().catch(() => undefined);
    throw cause;
  }
}

function tellLog({ firstStart, passwordFile, http }: Easel, address: string, log: Logger): void {
  if (firstStart?.generatedPassword !== undefined) {
    const fields = { email: firstStart.email, file: passwordFile.path };
    log.info(fields, 'first administrator made; its password is in the file');
  }
  log.info({ address, ...(http.metricsAddress && { metrics: http.metricsAddress }) }, 'listening');
}

interface RunningServer extends ServeOptions {
  readonly tlsCert: string;
  /** This server counts as ending from now on. */
  readonly withdraw: () => void;
}

/** In a terminal, SIGHUP says that it was closed; under a service manager, that certificates are new. */
function endOnSignals(easel: Easel, { people, tlsCert, withdraw }: RunningServer, log: Logger): void {
  let ending = false;
  const finish = async (signal: string): Promise<void> => {
    if (ending) return void easel.drain();
    ending = true;
    log.info({ signal }, 'ending');
    await easel.drain();
    // No timer of the clock, which lets a process end: this one lives until all is closed
    setTimeout(() => process.exit(0), SHUTDOWN);
    withdraw();
    await easel.close();
    log.info({ signal }, 'ended');
    process.exit(0);
  };
  const endOn = (signal: string): void => void finish(signal).catch((cause) => end(log, cause));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, endOn);
  const ofTerminal = people || process.stdout.isTTY;
  process.on('SIGHUP', (signal) => (ofTerminal ? endOn(signal) : readCertificates(easel, tlsCert, log)));
}

/** Reports new certificates that cannot be used, and goes on with the old ones. */
function readCertificates({ http }: Easel, tlsCert: string, log: Logger): void {
  if (tlsCert === '') return log.info('SIGHUP: there are no certificates to read again');
  try {
    http.reloadCertificates();
    log.info('SIGHUP: certificates read again');
  } catch (cause) {
    log.error({ err: cause }, 'SIGHUP: the certificates cannot be used, the old ones go on');
  }
}

function end(log: Logger, cause: unknown): never {
  log.fatal({ err: cause }, 'the server ends');
  process.exit(1);
}
