import type { Work } from '../../../model/hooks.ts';
import type { Access } from '../../access/access.ts';
import type { Presenter } from '../../access/present.ts';
import type { Rules } from '../../access/rules.ts';
import type { Asker } from '../../commands/destination.ts';
import type { UserLimits } from '../../commands/user-limits.ts';
import type { Call } from '../../http/route.ts';
import type { Store, Transaction } from '../../store/types.ts';
import type { Watching } from './sources.ts';

/** What the routes of canvases and folders are made of. */
export interface PlaceParts {
  readonly store: Pick<Store, 'submit' | 'directory' | 'head' | 'load' | 'pin'>;
  readonly rules: Rules;
  readonly access: Access;
  readonly present: Presenter;
  readonly userLimits: UserLimits;
}

export const watching = ({ store, access, present }: PlaceParts): Watching => ({ directory: store.directory, access, present });

export const askerOf = ({ access, userLimits }: PlaceParts, { actor }: Call): Asker => ({
  caller: actor,
  access,
  mostCanvases: userLimits.canvases,
});

/** Runs a command of the directory for a call. */
export const change = <T>({ store }: PlaceParts, call: Call, run: (tx: Transaction) => Work<T>): Promise<T> =>
  store.submit<T>({ scopes: ['directory'], author: call.author, permit: call.permit, run });
