import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Logger, pino } from 'pino';
import { createEasel, type Easel } from './app.ts';
import { systemClock } from './clock.ts';
import { isSet } from './settings/read.ts';
import { readSettings, type Settings, settingWarnings, table } from './settings.ts';

export interface ServeOptions {
  /** Print for people: the address and, at the first start, the password; make a sample canvas then. */
  readonly people?: boolean;
}

/** Longest shutdown, in milliseconds: by then everything acknowledged is on disk, whatever a peer does. */
const SHUTDOWN = 9_000;

/** Starts the server; it ends itself on SIGTERM and SIGINT. Throws one line for a person when it cannot start. */
export async function serve(settings: Settings, options: ServeOptions = {}): Promise<Easel> {
  // Everything in the data folder is for this account only, whoever made the folder
  process.umask(0o077);
  const log = pino({ level: logLevel(settings, options) });
  const easel = await createEasel({ settings, clock: systemClock, log, fatal: (cause) => end(log, cause) });
  tellAdministrator(easel, options, log);
  const canvas = await sampleCanvas(easel, options);
  const address = await listen(easel);
  if (options.people) for (const line of addressLines(address, canvas)) console.log(line);
  else log.info({ address }, 'listening');
  endOnSignals(easel, log);
  return easel;
}

/** People read the address and the password, not log lines, unless they asked for those. */
function logLevel({ logLevel, logRequests }: Settings, { people }: ServeOptions): Settings['logLevel'] {
  return people && !logRequests && !isSet(table.logLevel.name, process.env) ? 'warn' : logLevel;
}

function tellAdministrator(easel: Easel, { people }: ServeOptions, log: Logger): void {
  const made = easel.firstStart;
  if (!made) return;
  const { email, generatedPassword } = made;
  if (people) {
    const password = generatedPassword ?? 'the one in EASEL_ADMIN_PASSWORD';
    console.log(`\n  Administrator:     ${email}\n  Password:          ${password}`);
    return easel.passwordFile.remove();
  }
  if (generatedPassword === undefined) return;
  log.info({ email, file: resolve(easel.passwordFile.path) }, 'first administrator made; its password is in the file');
}

/** At the first start for people; resolves with its id. */
async function sampleCanvas(easel: Easel, { people }: ServeOptions): Promise<string | undefined> {
  if (!people || !easel.firstStart) return undefined;
  const { makeSampleCanvas } = await import('./sample-canvas.ts');
  return makeSampleCanvas(easel.store);
}

async function listen(easel: Easel): Promise<string> {
  try {
    return await easel.http.listen();
  } catch (cause) {
    await easel.close().catch(() => undefined);
    throw cause;
  }
}

function addressLines(address: string, canvas: string | undefined): string[] {
  const lines = ['', `  Easel is listening on ${address}`, `  API documentation: ${address}/api/docs`];
  if (canvas) lines.push(`  Sample canvas:     ${address}/api/v1/canvases/${canvas}/widgets`);
  return [...lines, ''];
}

function endOnSignals(easel: Easel, log: Logger): void {
  let ending = false;
  const finish = async (signal: string): Promise<void> => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    systemClock.after(SHUTDOWN, () => process.exit(0));
    await easel.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void finish(signal).catch((cause) => end(log, cause)));
}

function end(log: Logger, cause: unknown): never {
  log.fatal({ err: cause }, 'the server ends');
  process.exit(1);
}

/** `npm run serve`: nothing but the server, JSON lines on stdout. */
async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    for (const line of settingWarnings(process.env)) console.error(`easel: ${line}`);
    await serve(settings);
  } catch (cause) {
    const lines = (cause as { lines?: readonly string[] }).lines ?? [(cause as Error).message];
    for (const line of lines) console.error(`easel: ${line}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
