import { Caller } from '../client.ts';
import { ADMIN } from '../server-process.ts';
import { CounterWriter, NoteWriter, StackWriter } from './canvas-writers.ts';
import { Desk, type Site } from './desk.ts';
import { CanvasWriter, type Sharing, SharingWriter, TokenWriter, UserWriter } from './directory-writers.ts';
import type { Followed } from './follower.ts';
import type { Thing, Writer } from './writer.ts';

/** What stands before the writers begin, and lasts. */
export interface Board {
  readonly desk: Desk;
  readonly writers: readonly Writer[];
  readonly followed: readonly Followed[];
  /** Paths of lists that every node must answer alike at the end. */
  readonly lists: readonly string[];
}

/** A canvas on which several write, with a note that all of them change, and one in which they count. */
interface Common {
  readonly id: string;
  /** Titles of its notes begin so. */
  readonly prefix: string;
  readonly hot: Thing;
  readonly counter: Thing;
}

interface Places {
  readonly commons: readonly Common[];
  readonly stack: string;
  readonly sharings: readonly Sharing[];
}

const COMMONS = 4;
/**
 * Writers in a team: six write notes, two count, and the others write canvases, users or tokens, permissions, and numbered
 * widgets.
 */
const TEAM = 12;

export async function makeBoard(sites: readonly Site[], seed: number, writers: number): Promise<Board> {
  const desk = new Desk(sites, await permanentToken(sites[0]!), seed);
  const places = await makePlaces(desk);
  const content = places.commons.map(({ id, prefix }, at) => ({
    path: `/canvases/${id}/widgets`,
    isWhole: at % 2 === 1,
    covers: `note ${prefix}`,
  }));
  return {
    desk,
    writers: Array.from({ length: writers }, (_, at) => writerOf(desk, at, places)),
    followed: [
      ...content,
      { path: '/users', isWhole: false, covers: 'user ' },
      { path: '/canvases', isWhole: true, covers: 'canvas ' },
    ],
    lists: [
      ...content.map(({ path }) => path),
      `/canvases/${places.stack}/widgets`,
      '/users',
      '/canvases',
      '/users/1000/access-tokens',
    ],
  };
}

function writerOf(desk: Desk, at: number, { commons, stack, sharings }: Places): Writer {
  const name = `w${at}`;
  const team = Math.floor(at / TEAM);
  const place = at % TEAM;
  const { id, prefix, hot } = commons[at % COMMONS]!;
  const counted = commons[team % COMMONS]!;
  if (place < 6) return new NoteWriter(desk, name, id, prefix, hot);
  if (place < 8) return new CounterWriter(desk, name, counted.id, counted.counter);
  if (place === 8) return new StackWriter(desk, name, stack);
  if (place === 9) return new SharingWriter(desk, name, sharings[team % sharings.length]!);
  if (place === 10) return new CanvasWriter(desk, name);
  return team % 2 === 0 ? new UserWriter(desk, name) : new TokenWriter(desk, name);
}

async function permanentToken(site: Site): Promise<string> {
  const { token } = await body(new Caller(site, ''), '/users/login', ADMIN);
  return (await body(new Caller(site, token), '/users/1000/access-tokens', { name: 'checker' })).plain_token;
}

async function makePlaces(desk: Desk): Promise<Places> {
  const caller = desk.caller(desk.sites[0]!);
  const canvas = async (name: string): Promise<string> => (await body(caller, '/canvases', { name })).id;
  return {
    commons: await Promise.all(
      Array.from({ length: COMMONS }, async (_, at) => common(desk, await canvas(`common-${at}`), `c${at}.`)),
    ),
    stack: await canvas('stack'),
    sharings: await Promise.all([0, 1].map(async (at) => sharing(desk, await canvas(`shared-${at}`), `shared-${at}`))),
  };
}

async function common(desk: Desk, id: string, prefix: string): Promise<Common> {
  return { id, prefix, hot: await note(desk, id, `${prefix}hot-0`), counter: await note(desk, id, `${prefix}counter-0`) };
}

/** The request is recorded, because writers go on from its text. */
async function note(desk: Desk, canvas: string, title: string): Promise<Thing> {
  const key = `note ${title}`;
  const text = String(desk.number());
  const request = { method: 'POST', path: `/canvases/${canvas}/notes`, body: { title, text } };
  const made = await desk.ask({ by: 'setup', writes: { [key]: text } }, desk.sites[0]!, request);
  return { key, id: made!.body.id, value: text };
}

async function sharing(desk: Desk, canvas: string, name: string): Promise<Sharing> {
  const caller = desk.caller(desk.sites[0]!);
  const account = { email: `${name}@corp.example`, password: 'reader-password' };
  const { id } = await body(caller, '/users', { name, ...account });
  const { token } = await body(new Caller(desk.sites[0]!, ''), '/users/login', account);
  return { canvas, name, user: id, token };
}

async function body(caller: Caller, path: string, sent: object) {
  const { status, text, body: answered } = await caller.post(path, sent);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
  return answered;
}
