import type { JsonSchema } from './json-schema.ts';

/** The names of the rules in `server/access/authorization/rule-table.ts`, which say who may use a verb. */
export type RuleName =
  | 'anyone'
  | 'optional'
  | 'signedIn'
  | 'signedInBlockedToo'
  | 'ownAccount'
  | 'administrator'
  | 'selfOrAdministrator'
  | 'readSelf'
  | 'writeSelf'
  | 'signedInLicensed'
  | 'makeInFolder'
  | 'listClients'
  | 'viewClient'
  | 'controlClient'
  | 'viewInstallation'
  | 'configureInstallation'
  | 'steerInstallation'
  | 'connectDisplay'
  | 'viewCanvas'
  | 'giveCanvas'
  | 'copyCanvas'
  | 'viewCanvasOrLink'
  | 'editCanvas'
  | 'ownCanvas'
  | 'shareCanvas'
  | 'viewFolder'
  | 'copyFolder'
  | 'editFolder'
  | 'ownFolder'
  | 'emptyFolder'
  | 'shareFolder'
  | 'operator'
  | 'monitor';

/** A group of operations in the API document. */
export interface Tag {
  readonly name: string;
  readonly about: string;
}

export type VerbName = 'list' | 'get' | 'create' | 'update' | 'delete';

/** One verb of a collection, as the API document describes it. */
export interface Verb {
  readonly who: RuleName;
  readonly summary: string;
  /** What the summary has no room for, in Markdown. */
  readonly about?: string;
  /** Default: `listAccessTokens`, `getAccessToken`, `createAccessToken`, … */
  readonly operation?: string;
  /** Statuses of refusals that do not follow from the method and the rule, such as 409. */
  readonly refusals?: readonly number[];
  /** The body, when it is not exactly the fields that may be sent. */
  readonly body?: JsonSchema;
  /** The answer, when it is not the shown fields. */
  readonly answer?: JsonSchema | 'empty';
}
