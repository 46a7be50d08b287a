import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Canvas } from '../../../model/resources/canvas.ts';
import { Grant, grantOf, type Principal } from '../../../model/resources/grant.ts';
import { accessOver } from '../../access/authorization/access.ts';
import type { Grants } from '../../access/authorization/inherited-grants.ts';
import type { Transaction } from '../../store/store.ts';
import type { ActorRights } from '../rules/destination.ts';
import { isCanvas, stored, type TreeItem, type TreeKind } from '../rules/kinds.ts';
import { mergePermissions, numberOf } from './merge.ts';
import { readPermissions, type SentEntry } from './read.ts';
import { Sharing } from './sharing.ts';
import { permissionsText } from './text.ts';

type SharingSettings = Partial<Pick<Canvas, 'editors_can_share' | 'link_permission'>>;

/** Carries out a POST and answers the new permissions. 400, 403 for what editors may not change, 409 when there would be no owner. */
export function* setPermissions<R extends TreeItem>(
  tx: Transaction,
  { access, actor }: ActorRights,
  tree: TreeKind<R>,
  id: string,
  body: Body,
): Work<string> {
  const item = stored(tx.directory, tree, id);
  // A folder has no link, so a link that was sent is ignored
  const { entries, ...sent } = readPermissions(isCanvas(item) ? body : { ...body, link_permission: null }, tx.directory);
  const settings = changedSettings(item, sent);
  const isOwner = access.passes(actor, access.own(actor, id) ?? 'none', 'owner');
  const change = yield* setEntries(tx, id, entries, settings, isOwner);
  tx.directory.update(tree.kind, { ...item, ...settings });
  tx.intend(tree.kind, item, 'permissions changed', withSettings(change, item, settings));
  return permissionsText(accessOver(tx.directory), id)!;
}

/** The settings that were sent and differ from the present ones. */
const changedSettings = (object: SharingSettings, sent: SharingSettings): SharingSettings =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => value !== undefined && value !== object[key as keyof SharingSettings]),
  );

interface EntriesChange {
  readonly before: ReturnType<typeof entriesIn>;
  readonly after: ReturnType<typeof entriesIn>;
}

/** Writes the entries, and returns those that changed. */
function* setEntries(
  tx: Transaction,
  id: string,
  sent: readonly SentEntry[],
  settings: SharingSettings,
  isOwner: boolean,
): Work<EntriesChange> {
  const sharing = new Sharing(tx.directory, id);
  const without = (user: number, grants: Grants) => sharing.accessWith(user, grants);
  const after = mergePermissions({ explicit: sharing.before, inherited: sharing.inherited, without }, sent);
  const changed = sharing.changed(after);
  sharing.refuseOwnHome(after);
  if (!isOwner) {
    if (settings.editors_can_share !== undefined) throw refuse.denied();
    sharing.refuseOwners(after);
  }
  sharing.refuseLosingLastOwner(after);
  for (const principal of changed) yield* setEntry(tx, id, principal, sharing.before, after);
  return { before: entriesIn(sharing.before, changed), after: entriesIn(after, changed) };
}

function* setEntry(tx: Transaction, id: string, principal: Principal, before: Grants, after: Grants): Work {
  const permission = after.get(principal);
  const grant = grantOf(id, principal, permission ?? 'none');
  if (permission === undefined) yield* tx.directory.remove(grant.id);
  else if (before.has(principal)) tx.directory.update(Grant, grant);
  else tx.directory.insert(Grant, grant);
}

const entriesIn = (grants: Grants, changed: readonly Principal[]) => {
  const entries = (kind: 'user:' | 'group:') =>
    changed
      .filter((principal) => principal.startsWith(kind) && grants.has(principal))
      .map((principal) => ({ id: numberOf(principal), permission: grants.get(principal) }));
  return { users: entries('user:'), groups: entries('group:') };
};

/** The details of the audit line: changed entries and settings, before and after. */
const withSettings = ({ before, after }: EntriesChange, object: SharingSettings, settings: SharingSettings) => ({
  before: { ...before, ...Object.fromEntries(Object.keys(settings).map((key) => [key, object[key as keyof SharingSettings]])) },
  after: { ...after, ...settings },
});
