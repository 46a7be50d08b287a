import { type Refusal, refuse } from '../../model/refusal.ts';

/** What every protocol refuses in the same words (interface/auth 2.2). */
export const noAddress = (): Refusal =>
  refuse.conflict('The server does not know its own address: an administrator has to set external_url');

/** People who began at the provider get this, too: somebody else may have made their browser do that. */
export const notBegunHere = (): Refusal => refuse.conflict('This sign-on was not begun in this browser, or too long ago');
