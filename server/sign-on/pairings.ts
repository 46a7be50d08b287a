import { randomInt, randomUUID } from 'node:crypto';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { DISPLAY_SCOPES, Pairing } from '../../model/resources/accounts/pairing.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { DisplayClient } from '../../model/resources/displays/display-client.ts';
import type { Actor } from '../access/actor.ts';
import { Allowance } from '../access/authentication/allowance.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import { newToken, tokenHash } from '../access/authentication/tokens.ts';
import { NOT_NARROWED } from '../access/narrowing.ts';
import type { Clock } from '../clock.ts';
import { submit } from '../collections/submit.ts';
import { remember } from '../displays/shown/records.ts';
import { networkOf } from '../http/bounds/caller.ts';
import type { Call } from '../http/routing/route.ts';
import type { Settings } from '../settings.ts';
import type { Store, Transaction } from '../store/store.ts';
import { type OpenedSession, openSession, type SessionDeps, type SignInCall } from '../users/open-session.ts';
import { confirmPairing, type HandedOver, isForOthers, openPairing } from './handed-over.ts';

export interface PairingDeps extends SessionDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly attempts: Pick<Attempts, 'wrongToken'>;
  readonly settings: Pick<Settings, 'wallSessionDays'>;
}

/** What a wall is told: the code that it shows, and the secret with which it asks again. */
export interface NewPairing {
  readonly code: string;
  readonly secret: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly interval: number;
}

/** What a person is shown before confirming. */
export interface WaitingWall {
  readonly name: string;
  readonly address: string;
  readonly lasts: Pairing['lasts'];
  /** Seconds. */
  readonly expires_in: number;
}

/** The session of a wall, and what proves it to be its installation. */
export interface PairedWall extends OpenedSession {
  /** Undefined: a wall whose session does not last. */
  readonly installation: { readonly id: string; readonly secret?: string } | undefined;
}

const LIFE_S = 600;
const INTERVAL_S = 3;
/**
 * Pairings of one address in the life of one; a wall that starts again and again asks for few.
 * @bound Open pairings of one address: a further pairing is refused with 429.
 */
const MOST_OF_ADDRESS = 20;
/**
 * Open pairings of all addresses together; each is a record for ten minutes. Beyond this many, a new one ends one of the address
 * that has most.
 * @bound Open pairings of all addresses: a new pairing ends one of the address that has most; 429 when all are confirmed.
 */
const MOST = 1000;
/** No letter or digit that looks like another. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Signs walls in that have no keyboard, as the device grant of RFC 8628 does (interface/auth 2.7). */
export class Pairings {
  readonly #deps: PairingDeps;
  readonly #begun: Allowance;
  readonly #wrong: WrongCodes;

  constructor(deps: PairingDeps) {
    this.#deps = deps;
    this.#begun = new Allowance(deps.clock, { most: MOST_OF_ADDRESS, ms: LIFE_S * 1000 });
    this.#wrong = new WrongCodes(deps.clock);
  }

  /** Begins a pairing for whoever calls. 429 when the address has too many, or when all that are open have been confirmed. */
  async begin(call: Pick<Call, 'author' | 'permit'>, { name, lasts }: Pick<Pairing, 'name' | 'lasts'>): Promise<NewPairing> {
    const network = networkOf(call.author.ip);
    const wait = this.#begun.wait(network);
    if (wait > 0) throw refuse.tooManyRequests(wait / 1000);
    this.#begun.count(network);
    const secret = newToken();
    const code = newCode();
    const address = call.author.ip;
    await submit(this.#deps.store, call, {
      *run(tx) {
        yield* removeExpired(tx);
        yield* makeRoom(tx, network);
        const expires_at = Date.parse(tx.now) + LIFE_S * 1000;
        tx.directory.insert(Pairing, {
          id: tokenHash(secret),
          code,
          name,
          address,
          expires_at,
          lasts,
          user_id: 0,
          confirmed_by: 0,
          scopes: DISPLAY_SCOPES,
          installation_id: '',
          surface: '',
        });
      },
    });
    return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, secret, expires_in: LIFE_S, interval: INTERVAL_S };
  }

  /** The wall that shows this code. 404 for a wrong one, 429 after five of them. */
  async find(call: Pick<Call, 'actor' | 'author'>, code: string): Promise<WaitingWall> {
    const { name, address, expires_at, lasts } = await this.#waiting(call, code);
    return { name, address, lasts, expires_in: Math.ceil((expires_at - this.#deps.clock.now()) / 1000) };
  }

  /** Signs the wall with this code in as a user: the caller, or for an administrator anybody. */
  async confirm(call: Pick<Call, 'actor' | 'author' | 'permit'>, code: string, handed: HandedOver): Promise<WaitingWall> {
    const { admin, narrowing, endsAt } = call.actor;
    // The session of the wall may outlive what confirms it, and see more
    const isBounded = narrowing !== NOT_NARROWED || endsAt !== Number.POSITIVE_INFINITY;
    if (isBounded || (isForOthers(handed, call.actor) && !admin)) throw refuse.denied();
    const { id } = await this.#waiting(call, code);
    const wall = await submit(this.#deps.store, call, { run: (tx) => confirmPairing(tx, id, call.actor, handed) });
    this.#wrong.forget(call.actor.id);
    return { name: wall.name, address: wall.address, lasts: wall.lasts, expires_in: 0 };
  }

  /** The session of a wall that was confirmed; undefined while nobody has. 404 for an unknown secret, and for one that was used. */
  async take(call: SignInCall, secret: string): Promise<PairedWall | undefined> {
    const { store, clock, attempts, settings } = this.#deps;
    const id = tokenHash(secret);
    const pairing = openPairing(store.directory, id, clock.now());
    if (!pairing) {
      attempts.wrongToken(networkOf(call.author.ip));
      throw unknown();
    }
    if (pairing.user_id === 0) return undefined;
    const installation = installationOf(pairing);
    const holds = function* (tx: Transaction): Work<User> {
      const { directory, now } = tx;
      const current = openPairing(directory, id, Date.parse(now));
      const user = current && directory.get(User, current.user_id);
      if (!user) throw unknown();
      if (installation) yield* install(tx, pairing, installation);
      // A code is used once
      yield* directory.remove(Pairing.key(id));
      return user;
    };
    const { scopes, surface, name } = pairing;
    const wall = installation && { installation_id: installation.id, surface, days: settings.wallSessionDays };
    const proof = {
      way: 'pairing' as const,
      user: store.directory.get(User, pairing.user_id),
      holds,
      scopes,
      told: { pairing: name },
    };
    // A wall stays signed in, and its open streams keep it so
    const opened = await openSession(this.#deps, call, { ...proof, ...(wall && { wall }) }, true);
    return { ...opened, installation };
  }

  async #waiting({ actor, author }: Pick<Call, 'actor' | 'author'>, code: string): Promise<Pairing> {
    this.#wrong.refuse(actor.id);
    const { store, clock } = this.#deps;
    const typed = code.toUpperCase().replace(/[\s-]/g, '');
    const found = store.directory.by(Pairing, 'code', typed).find((one) => one.user_id === 0 && one.expires_at > clock.now());
    if (found) return found;
    this.#wrong.count(actor.id);
    await this.#tell(actor, author.ip);
    throw refuse.absent('Pairing code not found');
  }

  /** Somebody may be guessing. The entry lacks the code, because a code with one wrong letter would give away the right one. */
  async #tell({ id, name }: Actor, ip: string): Promise<void> {
    await this.#deps.store.submit({
      scopes: ['directory'],
      author: { id, name, ip },
      permit: () => {},
      run: (tx) => tx.audit({ action: 'Wall pairing failed', target_type: 'user', target_id: String(id), target_name: name }),
    });
  }
}

/** The installation that a wall is from now on. A further machine of it gets no secret, because it is no display. */
function installationOf({ lasts, installation_id, surface }: Pairing): PairedWall['installation'] {
  if (lasts !== 'wall') return undefined;
  return { id: installation_id || randomUUID(), ...(surface === '' && { secret: newToken() }) };
}

/** Whoever confirmed the pairing is the first to manage the wall. */
function* install(tx: Transaction, pairing: Pairing, { id, secret }: NonNullable<PairedWall['installation']>): Work {
  const { name, user_id, confirmed_by, address } = pairing;
  const before = tx.directory.get(DisplayClient, id);
  if (pairing.installation_id !== '' && (!before || before.forgotten)) throw unknown();
  if (secret === undefined) return;
  const known = { id, last_user_id: user_id, secret_hash: tokenHash(secret), last_address: address, kind: 'page' } as const;
  const isNew = !before && { installation_name: name, managers: [{ user_id: confirmed_by }] };
  yield* remember(tx, { installation_name: before?.installation_name ?? name, ...isNew, ...known });
}

function* removeExpired({ directory, now }: Transaction): Work {
  for (const { id, expires_at } of directory.by(Pairing, 'pairings', 'all')) {
    if (expires_at <= Date.parse(now)) yield* directory.remove(Pairing.key(id));
  }
}

/**
 * Makes room for a new pairing at the bound: the oldest unconfirmed pairing ends of the network that has most of them. So a network
 * that fills the bound takes room from itself only, and a wall whose code has ended shows a new one. 429 for a network with its share.
 */
function* makeRoom({ directory, now }: Transaction, network: string): Work {
  const open = directory.by(Pairing, 'pairings', 'all');
  const own = open.filter(({ address }) => networkOf(address) === network);
  if (own.length >= MOST_OF_ADDRESS) throw refuse.tooManyRequests((oldestOf(own).expires_at - Date.parse(now)) / 1000);
  if (open.length < MOST) return;
  const byNetwork = new Map<string, Pairing[]>();
  for (const pairing of open) {
    if (pairing.user_id !== 0) continue;
    const of = networkOf(pairing.address);
    byNetwork.set(of, [...(byNetwork.get(of) ?? []), pairing]);
  }
  const [first, ...others] = byNetwork.values();
  if (!first) throw refuse.tooManyRequests(INTERVAL_S);
  const most = others.reduce((one, other) => (other.length > one.length ? other : one), first);
  yield* directory.remove(Pairing.key(oldestOf(most).id));
}

const oldestOf = (pairings: readonly Pairing[]): Pairing =>
  pairings.reduce((one, other) => (other.expires_at < one.expires_at ? other : one));

const unknown = () => refuse.absent('Pairing not found');

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** @bound Wrong pairing codes of one person within the life of a pairing: 429. */
const MOST_WRONG = 5;
const LOCKED_MS = 600_000;
const MOST_PEOPLE = 10_000;

/** After five wrong codes a person types none for ten minutes. */
class WrongCodes {
  /** Wrong codes by user; the one whose last wrong code is longest ago comes first. */
  readonly #people = new Map<number, { count: number; last: number }>();

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  refuse(user: number): void {
    const known = this.#people.get(user);
    if (!known) return;
    const wait = known.last + LOCKED_MS - this.clock.steady();
    if (wait <= 0) this.#people.delete(user);
    else if (known.count >= MOST_WRONG) throw refuse.tooManyRequests(wait / 1000);
  }

  count(user: number): void {
    const count = (this.#people.get(user)?.count ?? 0) + 1;
    this.#people.delete(user);
    if (this.#people.size >= MOST_PEOPLE) this.#people.delete(this.#people.keys().next().value!);
    this.#people.set(user, { count, last: this.clock.steady() });
  }

  forget(user: number): void {
    this.#people.delete(user);
  }
}
