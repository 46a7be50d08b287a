import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Body } from '../../../model/field.ts';
import type { JsonSchema } from '../../../model/json-schema.ts';
import type { Tag } from '../../../model/verb.ts';
import type { Params, Rule } from '../../access/access-rule.ts';
import type { Actor } from '../../access/actor.ts';
import type { FileBytes } from '../../assets/file-bytes.ts';
import type { Requester } from '../../assets/render/types.ts';
import type { Source } from '../../changes/source.ts';
import type { Author } from '../../store/store.ts';
import type { JsonBody } from '../bodies/json-body.ts';
import type { Share } from '../bounds/quota.ts';
import type { HeaderName } from '../openapi/headers.ts';
import type { BodyLimits } from './body-limits.ts';
import type { FamilyName } from './families.ts';
import type { Subscribe } from './subscribe.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a handler answers. A body alone has status 200; the route declares the type of texts and bytes.
 * Undefined: 200 with an empty body and no content type.
 */
export type Answer = AnswerBody | Reply | undefined;

export type AnswerBody = string | readonly Buffer[] | FileAnswer | PulledAnswer;

/** An answer with its own status or headers; the route declares both. */
export interface Reply {
  /** Default: 200. For a file it follows from the requested range. */
  readonly status?: number;
  /** A list is sent as several headers of this name. Without `Cache-Control` the answer is not cached. */
  readonly headers?: Readonly<Partial<Record<HeaderName, string | readonly string[]>>>;
  readonly body?: AnswerBody;
}

/** An answer of unknown length: each piece is requested when the connection has taken the one before. */
export interface PulledAnswer {
  /** Called once, and not for HEAD. All pieces show the state at the time of the answer, whatever changes meanwhile. */
  readonly pieces: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  /** The pieces are compressed before they are sent. */
  readonly isPacked?: boolean;
  /** Called when the first piece is ready, before anything is sent. Throws a Refusal. */
  readonly permit?: () => void;
}

/** A file, whole or in the requested range (206, 416); HEAD opens nothing. */
export interface FileAnswer {
  readonly file: {
    /** MIME type from a closed list of our own, never what a client sent. */
    readonly type: string;
    readonly bytes: number;
    /** The name for saving it; any text, made safe for the header. */
    readonly name: string;
    readonly disposition: 'inline' | 'attachment';
    /** `Cache-Control`. Default: `no-store`. */
    readonly cache?: string;
    /** Names these bytes for ever, as an `ETag` without its quotes: the hash. */
    readonly tag?: string;
    /** Whatever a browser takes the file for, it is opened in a sandbox. Files that a browser would run always are. */
    readonly isolated?: true;
    /** All bytes, when they are few and in memory. */
    readonly whole?: Buffer;
    /** The bytes from `from` to `to`, both included. Undefined: the file is gone. */
    readonly read: (from: number, to: number) => Promise<FileBytes | undefined>;
  };
}

/** A further answer that is not a refusal. */
export interface OtherAnswer {
  /** What it means, for the API document. */
  readonly says: string;
  readonly headers?: readonly HeaderName[];
  /** Schema of a JSON body. */
  readonly schema?: JsonSchema;
  /** Content type of any other body. */
  readonly type?: string;
}

/** One part of a multipart body. Its bytes are read once, before the next part is asked for. */
export interface FormPart {
  readonly name: string;
  /** Name without directories; `''` when none was sent. */
  readonly filename: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** One request, as a handler sees it. This is all that a handler sees of HTTP. */
export interface Call {
  readonly params: Params;
  readonly actor: Actor;
  readonly author: Author;
  /** For work that is done in turns, and only while the client waits for it. */
  readonly requester: Requester;
  /** The last value of each query parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** `{}` for GET, HEAD and DELETE. */
  readonly body: Body;
  /** Authenticates and permits again; give it to `store.submit` as `permit`. Throws a Refusal. */
  readonly permit: () => void;
  /** `https://host`, from `external_url`, the proxy's headers, or the request. */
  readonly origin: string;
  /** The client came by HTTPS, at least as far as a trusted proxy. */
  readonly isHttps: boolean;
  /** Headers by lower-case name, for the few routes that read one. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body is `multipart/form-data`, to be read with `parts`; only on routes that declare `multipart`. */
  readonly isMultipart: boolean;
  /**
   * The parts of the body as they arrive; iterate once. `most`: bytes of a file; a larger body is refused with 413.
   * Rejects with 400 for a body that is cut off or not multipart, 408 when nothing arrives for a while.
   */
  readonly parts: (most: number) => AsyncIterable<FormPart>;
  /** Reads JSON from the part of this name, whose bytes the caller adds. The limits of the route apply. */
  readonly jsonPart: (part: string) => Pick<JsonBody, 'add' | 'end'>;
}

/** A multipart body: a file in the part `data`, and JSON about it in the part `json`, which may be left out. */
export interface FormShape {
  /** Must the file be there? */
  readonly data: 'always' | 'sometimes';
  readonly json: JsonSchema;
}

interface RouteDescription {
  /** The family that decides the form of its answers. Default: `interface`. */
  readonly family?: FamilyName;
  /** Below the base of its family. */
  readonly path: string;
  /** A unique name in the API document and in code generated from that: `createNote`. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  /** What the summary has no room for, in Markdown. */
  readonly about?: string;
  readonly access: Rule;
  /** For documentation and tests; bodies are read by the readers of the fields. */
  readonly body?: JsonSchema;
  /** The body may be multipart. `undescribed`: not in the API document, only for clients that send JSON this way. */
  readonly multipart?: FormShape | 'undescribed';
  /** Limits of a JSON body that differ from the usual ones: `bodyLimitsOf`. */
  readonly bodyLimits?: Partial<BodyLimits>;
  /**
   * Schema of the 200 answer; `empty`: no body; `file`: bytes; `text`: a text of type `mediaType`; `never`: there is no
   * 200 answer.
   */
  readonly answer: JsonSchema | 'empty' | 'file' | 'text' | 'never';
  /** Content type of a text, or of a file when all have the same one. */
  readonly mediaType?: string;
  /** An example of a text, for the API document. */
  readonly example?: string;
  /** Further headers that the 200 answer may have. */
  readonly headers?: readonly HeaderName[];
  /** Other answers that are not refusals, by status. */
  readonly others?: Readonly<Record<number, OtherAnswer>>;
  /** The JSON answer comes as a file: with a name and ranges, and clients may keep it. */
  readonly asFile?: true;
  /** Schema of a message of the stream, when it holds more than the answer. */
  readonly message?: JsonSchema;
  /** Boolean query parameters besides `subscribe` and `changes`, and others with their schema. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  /** Parameters that come in a header, by name (interface/widgets 15). The value of a missing one says so, and names nothing. */
  readonly headerParams?: Readonly<Record<string, string>>;
  /** A create that takes the id of the new record in the header `Easel-Id`. */
  readonly ownIds?: true;
  /** The header `Easel-Batch` numbers the requests of a sender. */
  readonly numbered?: true;
  /** False: only a token in a header counts, never the session cookie (interface/auth 1). */
  readonly cookie?: false;
  /**
   * A page of another origin may not send it, with or without a credential: 403. For what gives a browser a session, because
   * another page could sign people in as somebody else.
   */
  readonly ownPagesOnly?: true;
  /** The body is that of an HTML form (`application/x-www-form-urlencoded`): each name with its first value. */
  readonly isHtmlForm?: true;
  /** A write that may be bound to a state with `If-Match`: the tag that the GET of the same path answered. */
  readonly ifMatch?: true;
  /** Statuses of refusals that do not follow from the method and the rule: 409, 501. */
  readonly refusals?: readonly number[];
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The scope to load before `handle` or `watch` runs: usually `params.canvas_id`. */
  readonly scope?: (params: Params) => string;
  /** What its rule asks besides the directory: it is current as that is, before anybody is permitted. */
  readonly ruleScope?: string;
  /** The scope that it writes, where that is not loaded before: its answers say the revision of that one. */
  readonly writes?: (params: Params) => string;
  /** The route uses no records and needs no credential, so it is answered even while the database is away. */
  readonly withoutRecords?: true;
}

export interface PlainRoute extends RouteDescription {
  readonly method: Method;
  /** The body is ignored: not read, and not refused. */
  readonly ignoresBody?: true;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

export type Watch = (call: Call) => Source;

/** A subscribable GET. The plain answer and the stream come from one source. Throws the 404 of the item. */
export interface WatchedRoute extends RouteDescription {
  readonly method: 'GET';
  readonly watch: Watch;
  /** Long work before the answer; afterwards the caller is permitted again, and the result is used instead of `watch`. */
  readonly prepare?: (call: Call) => Promise<Watch> | undefined;
}

/** The connection leaves HTTP (RFC 9110, 7.8). Until then, a request is refused like any other. */
export interface UpgradeRoute extends RouteDescription {
  readonly method: 'GET';
  /** The value of the header `Upgrade`, in any letter case: `WebSocket`. */
  readonly protocol: string;
  /** Answers the handshake and keeps the connection. An error thrown here ends the connection. */
  readonly take: (upgraded: UpgradedConnection) => void;
}

/** The caller whose turns and memory a connection uses. */
export interface ConnectionAccount {
  readonly caller: string;
  /** A share of the memory for bodies. */
  readonly memory: Share;
}

/** A connection without HTTP. Its errors are handled; it ends with the server, and when its peer takes nothing for long. */
export interface UpgradedConnection {
  readonly request: IncomingMessage;
  /** Write only while `write` returns true: its buffer has no bound. */
  readonly socket: Duplex;
  /** Bytes that the peer sent after its request. */
  readonly head: Buffer;
  readonly actor: Actor;
  /** Authenticates and permits again. Throws a Refusal. */
  readonly permit: () => void;
  /** The actor of this moment. Throws the refusal of a credential that does not hold any more. */
  readonly authenticate: () => Actor;
  /** A page of another server opened it, of an origin that is not allowed. */
  readonly isForeign: boolean;
  /** The address of the client, with proxies in between. */
  readonly ip: string;
  /** Opens streams that go over it. */
  readonly subscribe: Subscribe;
  /** Counts it for this actor, whom its first message named. Throws a Refusal when that one has too many. */
  readonly countFor: (actor: Actor) => void;
  /** The account that pays for messages in the name of this actor. */
  readonly accountOf: (actor: Actor) => ConnectionAccount;
  /** Aborted at shutdown: the last moment to say goodbye, because the socket is ended right after. */
  readonly closing: AbortSignal;
}

export type Route = PlainRoute | WatchedRoute | UpgradeRoute;
