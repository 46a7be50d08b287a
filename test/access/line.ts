import type { Form } from '../kit/files.ts';
import type { Need } from './verdict.ts';

export type Body = Readonly<Record<string, unknown>>;

/** How a route is tested, besides the callers. */
export interface Line {
  readonly need: Need;
  readonly subscribable?: boolean;
  /** The header `canvas-id` names the canvas, and the path names a file of it. Cookies are ignored (interface/auth 1). */
  readonly byHeader?: boolean;
  /** The path names a file of the canvas. */
  readonly ofFile?: true;
  /** Kind and path parameter of the item that the path names inside its canvas or user. */
  readonly item?: readonly [kind: string, parameter: string];
  /** A body that succeeds, made from what the scene has. */
  readonly body?: (known: Known) => Body | Form;
  /** A JSON body of a wrong form, and the text that refuses it; a different text for a user at its own account. */
  readonly wrong?: readonly [body: Body, text: string, ownText?: string];
  /** The text that refuses a body that is not a JSON object. Default: `Invalid JSON: …`. */
  readonly noJson?: string;
  /** The answer to a permitted request, when it is not 200. */
  readonly answer?: string;
  /** The connection leaves HTTP, so that the page that asks could read what comes (interface/auth 1). */
  readonly leaves?: true;
  /** The body is ignored, so nothing in it is refused. */
  readonly ignoresBody?: true;
}

export interface Known {
  readonly note: string;
  readonly root: string;
  /** A user without any other role in the test. */
  readonly recipient: number;
  /** A folder on which every account has edit. */
  readonly openFolder: string;
  /** A canvas that everyone with an account may see. */
  readonly openCanvas: string;
  readonly login: Body;
  /** A token of the caller that the test may end. */
  readonly spareToken: string;
  readonly currentPassword: string;
  /** A text that is never the same twice. */
  readonly unique: string;
}
