import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { isPostgres } from '../server/settings/database-url.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { ownerOf } from '../server/start/folder-access.ts';
import { findRunning } from '../server/start/running.ts';
import { FolderInUse } from '../server/store/drivers/sqlite/lock.ts';
import { authorOf, CommandError, EXIT, type GivenWords, type Terminal } from './terminal.ts';

/** The way of a command to a server. */
export interface Door {
  /** The value that the server answers. Throws one line with what it refuses. */
  ask<T = Json>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
  /** The text of the answer, whatever its status. `path`: the whole path. */
  read(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

/** JSON of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: the REST interface says what it is
export type Json = any;

/** A server that just starts, and another command, are waited for this long. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/**
 * Opens the way to the server: that of `--server`, the one that runs on the data folder, or one inside of this process. Throws one line
 * for a person. `here`: the command is no business of somebody on another machine.
 */
export async function openDoor(terminal: Terminal, given: GivenWords, asks: 'anywhere' | 'here'): Promise<Door> {
  const { server } = given.values;
  if (server !== undefined) {
    if (asks === 'here') throw new Error(`easel ${given.name} works only on the machine of the server, without --server`);
    return remote(server, tokenOf(terminal));
  }
  const settings = readSettings(terminal.env);
  const command = authorOf(terminal, given.name);
  for (const began = Date.now(); ; ) {
    const door = await attempt(settings, command);
    if (door !== 'busy') return door;
    if (Date.now() - began > PATIENCE_MS) {
      throw new CommandError(`a server starts or ends on ${resolve(settings.dataDir)}, or another command has it: try again`, 4);
    }
    await new Promise((again) => setTimeout(again, LOOK_MS));
  }
}

async function attempt(settings: Settings, command: string): Promise<Door | 'busy'> {
  const folder = resolve(settings.dataDir);
  requireReadable(folder);
  const running = findRunning(folder);
  if (running === 'starting') return 'busy';
  if (running) {
    if (running.socket === undefined) throw new CommandError(`the server on ${folder} has opened no socket: its log says why`, 4);
    return local(running.socket, command, async () => undefined);
  }
  const database = join(folder, 'easel.db');
  const isShared = isPostgres(settings.databaseUrl);
  if (!isShared && !(existsSync(database) && statSync(database).size > 0)) {
    throw new CommandError(`no server runs, and there is no database ${database}; see EASEL_DATA_DIR`, EXIT.unreachable);
  }
  try {
    return await startInside(settings, command, isShared);
  } catch (cause) {
    if (cause instanceof FolderInUse) return 'busy';
    throw cause;
  }
}

/** Whoever may not look into the folder is told whose it is. */
function requireReadable(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch {
    throw new CommandError(`${ownerOf(folder)}: run this command as that account`, EXIT.unreachable);
  }
}

/** A server for one command: no ports, no jobs. */
async function startInside(settings: Settings, command: string, isShared: boolean): Promise<Door> {
  // Loaded late: a server has many parts, and a command that finds one running needs none of them
  const { openForCommand } = await import('./server-inside.ts');
  const place = mkdtempSync(join(tmpdir(), 'easel-'));
  const removed = (): void => rmSync(place, { recursive: true, force: true });
  try {
    const dataDir = isShared ? join(place, 'data') : settings.dataDir;
    const { socket, close } = await openForCommand({ ...settings, dataDir }, place);
    const end = async (): Promise<void> => {
      await close();
      removed();
    };
    return local(socket, command, end);
  } catch (cause) {
    removed();
    throw cause;
  }
}

function tokenOf({ env }: Terminal): string {
  const file = env.EASEL_TOKEN_FILE;
  if (file === undefined)
    throw new CommandError('--server needs EASEL_TOKEN_FILE: a file with a token of an administrator', EXIT.wrong);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new CommandError(`cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`, EXIT.wrong);
  }
}

function local(socketPath: string, command: string, close: () => Promise<void>): Door {
  const headers = { 'Easel-Command': encodeURIComponent(command) };
  return doorOf({ socketPath, host: 'localhost', headers, agent: false }, requestPlain, close);
}

function remote(address: string, token: string): Door {
  if (!URL.canParse(address)) throw new CommandError('--server needs the address of a server, https://…', EXIT.wrong);
  const { hostname, port, protocol } = new URL(address);
  const isPlain = protocol === 'http:';
  const options = { hostname: hostname.replace(/^\[|\]$/g, ''), port, headers: { 'Private-Token': token } };
  return doorOf(options, isPlain ? requestPlain : requestSecure, async () => undefined);
}

function doorOf(options: RequestOptions, request: typeof requestPlain, close: Door['close']): Door {
  const read: Door['read'] = async (method, path, body) => {
    const answer = await send(options, request, { method, path, body });
    return { status: answer.statusCode!, text: await text(answer) };
  };
  const ask: Door['ask'] = async (method, path, body) => {
    const answer = await read(method, `/api/v1${path}`.replace('/api/v1/operate/', '/operate/'), body);
    if (answer.status >= 400) throw new Error(messageIn(answer));
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  };
  return { ask, read, close };
}

function messageIn(answer: { readonly status: number; readonly text: string }): string {
  try {
    return (JSON.parse(answer.text) as { msg?: string }).msg ?? answer.text;
  } catch {
    return `the server answers ${answer.status}`;
  }
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
}

function send(options: RequestOptions, request: typeof requestPlain, { method, path, body }: Sent): Promise<IncomingMessage> {
  return new Promise((take, reject) => {
    const headers = { ...(options.headers as object), ...(body && { 'Content-Type': 'application/json' }) };
    const sent = request({ ...options, method, path, headers }, take);
    sent.once('error', ({ message }) => reject(new CommandError(`the server cannot be reached: ${message}`, EXIT.unreachable)));
    sent.end(body && JSON.stringify(body));
  });
}
