import type { TSchema } from 'typebox';

/** Who may: the names of the rules, which are in `server/access/rule-table.ts`. */
export type RuleName =
  | 'anyone'
  | 'optional'
  | 'signedIn'
  | 'signedInBlockedToo'
  | 'administrator'
  | 'selfOrAdministrator'
  | 'signedInLicensed'
  | 'viewClient'
  | 'controlClient'
  | 'connectDisplay'
  | 'viewCanvas'
  | 'viewCanvasOrLink'
  | 'editCanvas'
  | 'ownCanvas'
  | 'shareCanvas'
  | 'viewFolder'
  | 'copyFolder'
  | 'editFolder'
  | 'ownFolder'
  | 'emptyFolder'
  | 'shareFolder';

/** A group of operations in the API document. */
export interface Tag {
  readonly name: string;
  readonly about: string;
}

export type VerbName = 'list' | 'get' | 'create' | 'update' | 'delete';

/** One verb of a collection, as the API document says it. */
export interface Verb {
  readonly who: RuleName;
  readonly summary: string;
  /** What the summary has no room for, in Markdown. */
  readonly about?: string;
  /** Default: `listAccessTokens`, `getAccessToken`, `createAccessToken`, … */
  readonly operation?: string;
  /** Statuses of refusals that do not follow from the method and the rule: 409. */
  readonly refusals?: readonly number[];
  /** Where a body holds more or less than the fields that may be sent. */
  readonly body?: TSchema;
  /** Where an answer is not the fields that are shown. */
  readonly answer?: TSchema | 'empty';
}
