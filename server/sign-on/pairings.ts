import { randomInt } from 'node:crypto';
import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { DISPLAY_SCOPES, Pairing } from '../../model/resources/accounts/pairing.ts';
import { GUEST, User } from '../../model/resources/accounts/user.ts';
import type { Actor } from '../access/actor.ts';
import { Allowance } from '../access/authentication/allowance.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import { newToken, tokenHash } from '../access/authentication/tokens.ts';
import { NOT_NARROWED } from '../access/narrowing.ts';
import type { Clock } from '../clock.ts';
import { submit } from '../collections/submit.ts';
import { networkOf } from '../http/bounds/caller.ts';
import type { Call } from '../http/routing/route.ts';
import type { Store, Transaction } from '../store/store.ts';
import { type OpenedSession, openSession, type SessionDeps, type SignInCall } from '../users/open-session.ts';

export interface PairingDeps extends SessionDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly attempts: Pick<Attempts, 'wrongToken'>;
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
  /** Seconds. */
  readonly expires_in: number;
}

/** The user as whom a wall is signed in, and the purpose. */
export interface PairedUser {
  readonly user: number;
  readonly scopes: Pairing['scopes'];
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
  async begin(call: Pick<Call, 'author' | 'permit'>, name: string): Promise<NewPairing> {
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
          user_id: 0,
          scopes: DISPLAY_SCOPES,
        });
      },
    });
    return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, secret, expires_in: LIFE_S, interval: INTERVAL_S };
  }

  /** The wall that shows this code. 404 for a wrong one, 429 after five of them. */
  async find(call: Pick<Call, 'actor' | 'author'>, code: string): Promise<WaitingWall> {
    const { name, address, expires_at } = await this.#waiting(call, code);
    return { name, address, expires_in: Math.ceil((expires_at - this.#deps.clock.now()) / 1000) };
  }

  /** Signs the wall with this code in as a user: the caller, or for an administrator anybody. */
  async confirm(call: Pick<Call, 'actor' | 'author' | 'permit'>, code: string, handed: PairedUser): Promise<WaitingWall> {
    const { admin, narrowing, endsAt } = call.actor;
    const { user } = handed;
    // The session of the wall may outlive what confirms it, and see more
    const isBounded = narrowing !== NOT_NARROWED || endsAt !== Number.POSITIVE_INFINITY;
    if (isBounded || (user !== call.actor.id && !admin)) throw refuse.denied();
    const { id } = await this.#waiting(call, code);
    const wall = await submit(this.#deps.store, call, { run: (tx) => confirm(tx, id, call.actor, handed) });
    this.#wrong.forget(call.actor.id);
    return { name: wall.name, address: wall.address, expires_in: 0 };
  }

  /** The session of a wall that was confirmed; undefined while nobody has. 404 for an unknown secret, and for one that was used. */
  async take(call: SignInCall, secret: string): Promise<OpenedSession | undefined> {
    const { store, clock, attempts } = this.#deps;
    const id = tokenHash(secret);
    const pairing = openPairing(store.directory, id, clock.now());
    if (!pairing) {
      attempts.wrongToken(networkOf(call.author.ip));
      throw unknown();
    }
    if (pairing.user_id === 0) return undefined;
    const holds = function* ({ directory, now }: Transaction): Work<User> {
      const current = openPairing(directory, id, Date.parse(now));
      const user = current && directory.get(User, current.user_id);
      if (!user) throw unknown();
      // A code is used once
      yield* directory.remove(Pairing.key(id));
      return user;
    };
    const { scopes } = pairing;
    const told = { pairing: pairing.name };
    // A wall stays signed in, and its open streams keep it so
    return openSession(this.#deps, call, { user: store.directory.get(User, pairing.user_id), holds, scopes, told }, true);
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

function confirm(tx: Transaction, id: string, actor: Pick<Actor, 'id'>, { user: user_id, scopes }: PairedUser): Pairing {
  const { directory } = tx;
  const pairing = openPairing(directory, id, Date.parse(tx.now));
  if (pairing?.user_id !== 0) throw refuse.absent('Pairing code not found');
  // The role may have been lost since the request came
  if (user_id !== actor.id && !directory.get(User, actor.id)?.admin) throw refuse.denied();
  const user = directory.get(User, user_id);
  if (!user) throw refuse.notFound('User', user_id);
  if (user_id === GUEST) throw refuse.denied();
  directory.update(Pairing, { ...pairing, user_id, scopes });
  const details = { name: pairing.name, address: pairing.address, scopes };
  tx.audit({ action: 'Wall paired', target_type: 'user', target_id: String(user_id), target_name: user.name, details });
  return pairing;
}

function openPairing(view: View, id: string, now: number): Pairing | undefined {
  const pairing = view.get(Pairing, id);
  return pairing && pairing.expires_at > now ? pairing : undefined;
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
