import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hashOf, recordTag } from '../../changes/record-tag.ts';
import type { Source } from '../../changes/source.ts';
import type { Scheduler } from '../../scheduler.ts';
import { durabilityOf, type Store, type Version } from '../../store/store.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { RequestCall } from '../routing/call.ts';
import type { PulledAnswer } from '../routing/route.ts';
import type { Answers } from './answer.ts';
import { LatestOf } from './latest-of.ts';
import { PartPacker } from './packing.ts';
import { answerOf } from './pulled.ts';
import { lengthOf, type PreparedBody, prepare } from './sending.ts';
import { SharedBodies } from './shared-bodies.ts';
import { takesGzip } from './weights.ts';

export interface ShowingDeps {
  readonly answers: Pick<Answers, 'show' | 'showPrepared' | 'error'>;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly capacity: Pick<Capacity, 'longAnswers'>;
  readonly store: Pick<Store, 'head'>;
}

type AnswerBytes = string | readonly Buffer[] | PulledAnswer;

/** A body and what names it, without the coding. */
interface NamedBody {
  readonly body: AnswerBytes;
  /** Undefined: nothing names it. */
  readonly tag: string | undefined;
  /** Further headers of the answer. */
  readonly headers?: readonly string[] | undefined;
  /** The answer may be compressed: an empty list, too, so that caches see the same header for every list. */
  readonly isList: boolean;
}

/** What all answers with one record have. */
interface Ready {
  readonly etag: string;
  readonly body: PreparedBody;
  readonly isWorthwhile: boolean;
}

/** Records that are kept ready: at most twice as many, of 16 KiB each. */
const READY = 256;
/** Below it a compressed body saves no packet. */
const WORTHWHILE = 1024;
/** What is hashed to be named: a longer text takes as long as sending it. */
const HASHED = 64 * 1024;
const GZIP = '-gzip';
/** Characters of an answer that may have to wait for memory. */
const LONG = 256 * 1024;
/** The one caller that all people are who are not signed in. */
const ANONYMOUS = '';
/** Only the caller's own cache may keep the answer, and must ask each time whether it still holds. */
const KEPT = 'private, no-cache';

/**
 * The plain answers that can be asked for again: each has a tag, and is compressed when the caller takes that
 * (interface/conventions 1.13).
 */
export class Showing {
  readonly #deps: ShowingDeps;
  /** Revisions and what is read from them mean something else after a restart: another version, older data. */
  readonly #life = randomBytes(6).toString('base64url');
  readonly #records = new WeakMap<Version, string>();
  readonly #ready = new LatestOf<Version, Ready>(READY);
  readonly #packing = new PartPacker();
  readonly #bodies = new SharedBodies();

  constructor(deps: ShowingDeps) {
    this.#deps = deps;
  }

  /**
   * Answers what a source shows now, to who may see it now and still may when it is there. `again`: called instead when a long answer had to
   * wait for memory, because the source may show something else by then.
   */
  source(call: RequestCall, source: Source, again: () => void): void {
    const record = source.isRecord && source.record?.();
    if (record && this.#isPlain(call, record)) return;
    const tag = source.form === 'list' ? this.#stateOf(call, source) : undefined;
    // A list that the caller has need not be put together
    if (tag !== undefined && this.#isHeld(call, { body: '', tag, isList: true })) return;
    const characters = source.characters?.() ?? 0;
    const isShared = tag !== undefined && source.isShared && characters <= this.#deps.capacity.longAnswers.most;
    if (source.texts && !isShared) return this.#named(call, source, this.#pulled(call, source.texts()));
    if (characters > LONG && !this.#hasRoom(call, source.key, characters, again)) return;
    const body = isShared ? this.#shared(call, source, tag) : this.#snapshot(source);
    if (!body) return this.#named(call, source, source.text?.() ?? source.body());
    this.#after(call, body, (body) => this.#named(call, source, body));
  }

  #snapshot(source: Source): Promise<readonly Buffer[]> | undefined {
    const snapshot = source.snapshot?.();
    return snapshot && this.#deps.scheduler.run(snapshot);
  }

  #shared(call: RequestCall, source: Source, state: string): Promise<readonly Buffer[]> | undefined {
    return this.#bodies.get(call.response, source.key, state, () => this.#snapshot(source));
  }

  /** False: it goes on with `again`, or was refused. */
  #hasRoom(call: RequestCall, name: string, bytes: number, again: () => void): boolean {
    const { response, room, requester } = call;
    if (room) return true;
    // Behind an earlier request of this connection: if its turn never came, nothing would give the room back
    if (response.socket === null) {
      response.once('socket', again);
      return false;
    }
    const { longAnswers } = this.#deps.capacity;
    const caller = call.actor.credential === 'none' ? ANONYMOUS : call.caller;
    const asking = { caller, name, bytes, signal: requester.signal };
    const taken = longAnswers.take(asking);
    if (taken) call.keepRoom(taken);
    else
      longAnswers
        .wait(asking)
        .then((granted) => [call.keepRoom(granted), again()])
        .catch((error) => this.#deps.answers.error(call, error));
    return taken !== undefined;
  }

  /**
   * Answers a record as it is, if it is short and the caller asks for nothing else: this is the answer that is read most, so
   * nothing is made anew for it.
   */
  #isPlain(call: RequestCall, record: Version): boolean {
    const ready = this.#ready.get(record) ?? this.#makeReady(record);
    const { headers } = call.request;
    if (!ready || headers['if-none-match'] !== undefined || (ready.isWorthwhile && takesGzip(headers))) return false;
    const own = ['Content-Type', 'application/json', 'Cache-Control', KEPT, 'ETag', ready.etag];
    if (ready.isWorthwhile) own.push('Vary', 'Accept-Encoding');
    this.#deps.answers.showPrepared(call, own, ready.body);
    return true;
  }

  #makeReady(record: Version): Ready | undefined {
    const body = prepare(record.shown);
    const ready = body && { body, etag: `"${this.#recordTag(record)}"`, isWorthwhile: isWorthwhile(record.shown) };
    if (ready) this.#ready.set(record, ready);
    return ready;
  }

  /** Answers what is no source. `headers`: those of its own. */
  body(call: RequestCall, body: AnswerBytes, headers?: readonly string[]): void {
    this.#answer(call, { body, tag: hashed(body), isList: false, headers });
  }

  #pulled(call: RequestCall, texts: Iterable<string>): AnswerBytes {
    const answer = answerOf(this.#deps.scheduler, texts);
    return typeof answer === 'string' ? answer : { ...answer, permit: call.permit };
  }

  #named(call: RequestCall, source: Source, body: AnswerBytes): void {
    this.#answer(call, { body, tag: this.#tagOf(call, source, body), isList: source.form === 'list' });
  }

  /** A record has a tag of its own. The tag of a text made of one record and more begins with that, for `If-Match`. */
  #tagOf(call: RequestCall, source: Source, body: AnswerBytes): string | undefined {
    const record = source.record?.();
    const own = record && this.#recordTag(record);
    if (own !== undefined && record!.shown === body) return own;
    const state = this.#stateOf(call, source) ?? hashed(body);
    return own === undefined || state === undefined ? state : `${own}-${state}`;
  }

  /**
   * The revisions of an ephemeral scope begin anew: a display that comes back with other things has those of its last time. So do those
   * of a canvas under the id of an earlier one.
   */
  #stateOf({ revision }: RequestCall, { ofScope, scope }: Source): string | undefined {
    if (!ofScope || revision === undefined || durabilityOf(scope) === 'ephemeral') return undefined;
    const renewed = this.#deps.store.head(scope)?.renewed;
    return renewed === undefined ? `${this.#life}-${revision}` : `${this.#life}-${renewed}-${revision}`;
  }

  #recordTag(record: Version): string | undefined {
    let tag = this.#records.get(record);
    if (tag === undefined && (tag = recordTag(record)) !== undefined) this.#records.set(record, tag);
    return tag;
  }

  #answer(call: RequestCall, named: NamedBody): void {
    if (this.#isHeld(call, named)) return;
    const { body } = named;
    if (!isWorthwhile(body) || !takesGzip(call.request.headers)) return this.#send(call, named, body);
    if (typeof body === 'object' && 'pieces' in body) return this.#send(call, named, { ...body, isPacked: true }, true);
    const pieces = typeof body === 'string' ? [Buffer.from(body)] : body;
    const ready = this.#packing.ready(pieces);
    if (ready) return this.#send(call, named, ready, true);
    this.#after(call, this.#packing.make(pieces), (packed) => this.#send(call, named, packed, true));
  }

  /** 304, when the caller has it already, in whatever coding. */
  #isHeld(call: RequestCall, named: NamedBody): boolean {
    const held = named.tag !== undefined && heldBy(call.request.headers, named.tag);
    if (held) this.#deps.answers.show(call, { status: 304, headers: keeping([], named, held), body: [] });
    return held !== false;
  }

  #send(call: RequestCall, named: NamedBody, body: AnswerBytes, isPacked = false): void {
    const { tag } = named;
    const headers = keeping(['Content-Type', 'application/json'], named, tag && (isPacked ? `"${tag}${GZIP}"` : `"${tag}"`));
    if (isPacked) headers.push('Content-Encoding', 'gzip');
    if (typeof body === 'object' && !('pieces' in body)) call.room?.hold(body);
    this.#deps.answers.show(call, { status: 200, headers, body });
  }

  #after<T>(call: RequestCall, work: Promise<T>, then: (value: T) => void): void {
    const go = (value: T): void => {
      call.admit();
      then(value);
    };
    work.then(go).catch((error) => this.#deps.answers.error(call, error));
  }
}

/** The tag that the caller sent for what this one names; false: none. */
function heldBy({ 'if-none-match': sent }: IncomingHttpHeaders, tag: string): string | false {
  if (sent === undefined) return false;
  const tags = sent.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (tags.includes('*')) return `"${tag}"`;
  return tags.find((one) => one === `"${tag}"` || one === `"${tag}${GZIP}"`) ?? false;
}

/** Adds what says how the answer may be kept. */
function keeping(headers: string[], { body, isList, headers: own = [] }: NamedBody, tag: string | undefined): string[] {
  headers.push(...own);
  if (tag === undefined) headers.push('Cache-Control', 'no-store');
  else headers.push('Cache-Control', KEPT, 'ETag', tag);
  if (isList || isWorthwhile(body)) headers.push('Vary', 'Accept-Encoding');
  return headers;
}

function isWorthwhile(body: AnswerBytes): boolean {
  if (typeof body === 'string') return body.length >= WORTHWHILE;
  return 'pieces' in body || lengthOf(body) >= WORTHWHILE;
}

function hashed(body: AnswerBytes): string | undefined {
  if (typeof body === 'string') return body.length <= HASHED ? hashOf(body) : undefined;
  return 'pieces' in body || lengthOf(body) > HASHED ? undefined : hashOf(Buffer.concat(body));
}
