import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { AuditLine, Kind } from '../../model/resource.ts';
import { Canvas, canvasLine } from '../../model/resources/canvas.ts';
import { Folder, folderLine } from '../../model/resources/folder.ts';
import { Grant, grantOf, type Principal } from '../../model/resources/grant.ts';
import type { Permission } from '../../model/resources/permission.ts';
import { accessOver } from '../access/access.ts';
import { permissionsText } from '../access/permissions.ts';
import type { Grants } from '../access/standing.ts';
import type { Transaction } from '../store/types.ts';
import type { Asker } from './destination.ts';
import { mergePermissions, numberOf } from './merge-permissions.ts';
import { readPermissions, type SentEntry } from './read-permissions.ts';
import { Sharing } from './sharing.ts';

type Settings = Partial<Pick<Canvas, 'editors_can_share' | 'link_permission'>>;
type Shared = Canvas | Folder;

interface Shareable<R extends Shared> {
  readonly kind: Kind<R>;
  /** Folders have no link: what is sent of one is ignored. */
  readonly hasLink: boolean;
  readonly access: (asker: Asker, id: string) => Permission | undefined;
  readonly audit: (object: R, details: AuditLine['details']) => AuditLine;
}

const canvases: Shareable<Canvas> = {
  kind: Canvas,
  hasLink: true,
  access: ({ access, caller }, id) => access.canvas(caller, id),
  audit: (canvas, details) => canvasLine(canvas, 'Canvas permissions changed', details),
};

const folders: Shareable<Folder> = {
  kind: Folder,
  hasLink: false,
  access: ({ access, caller }, id) => access.folder(caller, id),
  audit: (folder, details) => folderLine(folder, 'Folder permissions changed', details),
};

/** POST permissions; answers the whole new object. 400, 403 of what an editor may not, 409 without an owner. */
export const setCanvasPermissions = (tx: Transaction, asker: Asker, id: string, body: Body) =>
  setPermissions(canvases, tx, asker, id, body);

export const setFolderPermissions = (tx: Transaction, asker: Asker, id: string, body: Body) =>
  setPermissions(folders, tx, asker, id, body);

function* setPermissions<R extends Shared>(
  { kind, hasLink, access, audit }: Shareable<R>,
  tx: Transaction,
  asker: Asker,
  id: string,
  body: Body,
): Work<string> {
  const object = tx.directory.get(kind, id);
  if (!object) throw refuse.notFound(kind.name, id);
  const { entries, ...sent } = readPermissions(hasLink ? body : { ...body, link_permission: null }, tx.directory);
  const settings = changedSettings(object, sent);
  const isOwner = asker.access.passes(asker.caller, access(asker, id) ?? 'none', 'owner');
  const change = yield* setEntries(tx, id, entries, settings, isOwner);
  if (change) {
    tx.directory.update(kind, { ...object, ...settings });
    tx.audit(audit(object, withSettings(change, object, settings)));
  }
  return permissionsText(accessOver(tx.directory), id)!;
}

/** What is sent and another than it is. */
const changedSettings = (object: Settings, sent: Settings): Settings =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => value !== undefined && value !== object[key as keyof Settings]),
  );

interface Change {
  readonly before: ReturnType<typeof entriesIn>;
  readonly after: ReturnType<typeof entriesIn>;
}

/** Writes the entries and tells what changed of them; undefined when nothing changes, settings included. */
function* setEntries(
  tx: Transaction,
  id: string,
  sent: readonly SentEntry[],
  settings: Settings,
  isOwner: boolean,
): Work<Change | undefined> {
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
  if (changed.length === 0 && Object.keys(settings).length === 0) return undefined;
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

/** Details of the audit line: the changed entries and settings, before and after. */
const withSettings = ({ before, after }: Change, object: Settings, settings: Settings) => ({
  before: { ...before, ...Object.fromEntries(Object.keys(settings).map((key) => [key, object[key as keyof Settings]])) },
  after: { ...after, ...settings },
});
