import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TSchema } from 'typebox';
import type { Body } from '../../model/field.ts';
import type { Tag } from '../../model/verb.ts';
import type { Actor } from '../access/actor.ts';
import type { Params, Rule } from '../access/rule.ts';
import type { FileBytes } from '../assets/file-bytes.ts';
import type { Requester } from '../assets/render/types.ts';
import type { Source } from '../changes/source.ts';
import type { Author } from '../store/store.ts';
import type { BodyLimits } from './body-limits.ts';
import type { FamilyName } from './families.ts';
import type { JsonBody } from './json-body.ts';
import type { HeaderName } from './openapi/headers.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a request is answered with. A body alone is that of status 200; of text and bytes the route says which type they have.
 * Undefined: 200 with an empty body and no content type.
 */
export type Answer = AnswerBody | Reply | undefined;

export type AnswerBody = string | readonly Buffer[] | FileAnswer | PulledAnswer;

/** An answer with a status or headers of its own: the route declares both. */
export interface Reply {
  /** Default: 200. Of a file it follows from what is asked for. */
  readonly status?: number;
  /** A list is sent as several headers of this name. Without `Cache-Control` the answer is not kept. */
  readonly headers?: Readonly<Partial<Record<HeaderName, string | readonly string[]>>>;
  readonly body?: AnswerBody;
}

/** What has no known length: each piece is asked for when the connection has taken the one before. */
export interface PulledAnswer {
  /** Called once, and not for HEAD. All pieces are of the state in which the answer was given, whatever changes meanwhile. */
  readonly pieces: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  /** The pieces are compressed before they are sent. */
  readonly isPacked?: boolean;
  /** Asked once more when the first piece is there, before anything is sent. Throws a Refusal. */
  readonly permit?: () => void;
}

/** A file, whole or the range that was asked for (206, 416); HEAD opens nothing. */
export interface FileAnswer {
  readonly file: {
    /** MIME type: of a closed list of our own, never what a client sent. */
    readonly type: string;
    readonly bytes: number;
    /** As it is offered to who saves it; any text, made safe for the header. */
    readonly name: string;
    readonly disposition: 'inline' | 'attachment';
    /** `Cache-Control`. Default: `no-store`. */
    readonly cache?: string;
    /** The bytes from `from` to `to`, both included. Undefined: they are gone. */
    readonly read: (from: number, to: number) => Promise<FileBytes | undefined>;
  };
}

/** A further answer that is no refusal. */
export interface OtherAnswer {
  /** What it means, for the API document. */
  readonly says: string;
  readonly headers?: readonly HeaderName[];
  /** Of a JSON body. */
  readonly schema?: TSchema;
  /** Of any other body. */
  readonly type?: string;
}

/** One part of a multipart body. Its bytes are read once, before the next part is asked for. */
export interface Part {
  readonly name: string;
  /** Without directories; `''` when none was sent. */
  readonly filename: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** One request, as a handler sees it: nothing of HTTP but these. */
export interface Call {
  readonly params: Params;
  readonly actor: Actor;
  readonly author: Author;
  /** For work that is done in turns, and only as long as somebody waits for it. */
  readonly requester: Requester;
  /** The last value of each query parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** `{}` for GET, HEAD and DELETE. */
  readonly body: Body;
  /** Authenticates and permits again; give it to `store.submit` as `permit`. Throws a Refusal. */
  readonly permit: () => void;
  /** `https://host`, from `external_url`, the proxy's headers, or the request. */
  readonly origin: string;
  /** Headers by lower-case name, for the few routes that read one. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body is `multipart/form-data`, and is read by `parts`; only on routes that say `multipart`. */
  readonly isMultipart: boolean;
  /**
   * The parts of the body as they come, once. `most`: bytes of a file; a body that must hold more is refused with 413.
   * Rejects with 400 for a body that is cut off or no multipart, 408 when nothing comes for a while.
   */
  readonly parts: (most: number) => AsyncIterable<Part>;
  /** For a JSON text that is the part of this name of the body: what comes of it is added. It has the limits of the route. */
  readonly jsonPart: (part: string) => Pick<JsonBody, 'add' | 'end'>;
}

/** A multipart body: a file in the part `data`, and JSON about it in the part `json`, which may be left out. */
export interface FormShape {
  /** Whether the file must be there. */
  readonly data: 'always' | 'sometimes';
  readonly json: TSchema;
}

interface Described {
  /** Whose answers it gives. Default: `interface`. */
  readonly family?: FamilyName;
  /** Below the base of its family. */
  readonly path: string;
  /** Its name in the API document and in code that is made from that: `createNote`. Every route has one of its own. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  /** What the summary has no room for, in Markdown. */
  readonly about?: string;
  readonly access: Rule;
  /** Documentation and tests; bodies are read by the readers of the fields. */
  readonly body?: TSchema;
  /** The body may be multipart; `undescribed`: only for clients that send JSON this way. */
  readonly multipart?: FormShape | 'undescribed';
  /** What a JSON body may hold, where that is more or less than usual: `bodyLimitsOf`. */
  readonly bodyLimits?: Partial<BodyLimits>;
  /**
   * Schema of the 200 answer; `empty` for one without a body, `file` for bytes, `text` for what has the `mediaType`, `never`
   * where there is none.
   */
  readonly answer: TSchema | 'empty' | 'file' | 'text' | 'never';
  /** Of a text, and of a file that always has the same one; else that may have any. */
  readonly mediaType?: string;
  /** That the 200 answer may have, and others of its kind have not. */
  readonly headers?: readonly HeaderName[];
  /** By status: what else it may be answered that is no refusal. */
  readonly others?: Readonly<Record<number, OtherAnswer>>;
  /** The JSON of the answer comes as a file: with a name, ranges, and to be kept. */
  readonly asFile?: true;
  /** A message of the stream, where it holds more than the answer. */
  readonly message?: TSchema;
  /** Boolean query parameters besides `subscribe` and `changes`, and others with their schema. */
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Parameters that come in a header, by name: interface/widgets 15. One that was not sent is a text that says so, and names nothing. */
  readonly headerParams?: Readonly<Record<string, string>>;
  /** False: only a token in a header counts, never the session cookie (interface/auth 1). */
  readonly cookie?: false;
  /** A write that may be bound to a state with `If-Match`: the tag that the GET of the same path answered. */
  readonly ifMatch?: true;
  /** Statuses that do not follow from the method and the rule: 409, 501. */
  readonly refusals?: readonly number[];
  /** Where a reader finds it, relative to the repository. */
  readonly file: string;
  /** The scope that is loaded before `handle` or `watch` runs: usually `params.canvas_id`. */
  readonly scope?: (params: Params) => string;
  /** The scope that it writes, where that is not loaded before: its answers say the revision of that one. */
  readonly writes?: (params: Params) => string;
  /** It reads and writes no record, and nobody needs a credential for it: it is answered while the database is away, too. */
  readonly withoutRecords?: true;
}

export interface PlainRoute extends Described {
  readonly method: Method;
  /** The body is never looked at, not even to be refused. */
  readonly ignoresBody?: true;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

export type Watch = (call: Call) => Source;

/** A subscribable GET: the plain answer and the stream come from one source. Throws the item's 404. */
export interface WatchedRoute extends Described {
  readonly method: 'GET';
  readonly watch: Watch;
  /** Long work in slices before the turn of the answer; then the caller is permitted again, and what it gives takes the place of `watch`. */
  readonly prepare?: (call: Call) => Promise<Watch> | undefined;
}

/** The connection leaves HTTP (RFC 9110, 7.8). Until then a request is refused as any other. */
export interface UpgradeRoute extends Described {
  readonly method: 'GET';
  /** As clients name it in the header `Upgrade`, in any letter case: `WebSocket`. */
  readonly protocol: string;
  /** Answers the handshake and keeps the connection. What it throws ends that. */
  readonly take: (upgraded: Upgraded) => void;
}

/** A connection without HTTP. Its errors are heard already; it ends with the server, and when its peer takes nothing for long. */
export interface Upgraded {
  readonly request: IncomingMessage;
  /** To be written to only while `write` says true: what it holds back has no bound. */
  readonly socket: Duplex;
  /** What the peer has sent behind its request. */
  readonly head: Buffer;
  readonly actor: Actor;
  /** Authenticates and permits again. Throws a Refusal. */
  readonly permit: () => void;
  /** Aborted at shutdown: the last moment to say goodbye, because the socket is ended then. */
  readonly closing: AbortSignal;
}

export type Route = PlainRoute | WatchedRoute | UpgradeRoute;
