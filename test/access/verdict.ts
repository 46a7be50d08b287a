/**
 * The permissions of every caller, written from the contract and not from the code: the checks up to the permission, in their
 * order (interface/conventions 1.6, interface/auth 1, interface/canvases 1 and 4.2, interface/widgets 1.2,
 * interface/streaming 3.1).
 */

export type Need =
  | 'anyone'
  | 'anyone, known or not'
  | 'signed in'
  | 'a good token or none'
  | 'signed in, blocked too'
  | 'administrator'
  | 'the user'
  | 'the user alone'
  | 'view canvas'
  | 'view canvas or link'
  | 'edit canvas'
  | 'owner canvas'
  | 'share canvas'
  | 'view folder'
  | 'copy folder'
  | 'edit folder'
  | 'owner folder'
  | 'empty folder'
  | 'share folder'
  | 'view client'
  | 'control client'
  | 'view installation'
  | 'steer installation';

const levels = ['none', 'view', 'edit', 'owner'] as const;
export type Permission = (typeof levels)[number];

/** The canvas or folder of a path, from the view of the caller. */
export interface Ground {
  /** Status and text when it does not exist. */
  readonly missing?: string;
  /** Permission by entries of users and groups, without link and role. */
  readonly own: Permission;
  readonly link?: Permission;
  readonly editorsCanShare: boolean;
  /** Set for root, home and trash folders. */
  readonly system?: { readonly id: string; readonly is: 'root' | 'home' | 'trash' };
}

/** The display client of a path, as the caller stands to it. */
export interface Screen {
  /** `none`: it does not show itself, or is not there. */
  readonly shows: 'none' | 'ro' | 'rw';
  readonly control: 'owner' | 'all';
  /** The caller is the user as whom it is connected. */
  readonly own: boolean;
}

/** The installation of a path: that of a display, connected or not. */
export interface Installed {
  /** Status and text when it does not exist. */
  readonly missing: string;
  readonly isThere: boolean;
  /** The caller is the user as whom it was connected last. */
  readonly own: boolean;
}

export interface Standing {
  readonly credential: 'none' | 'invalid' | 'blocked' | 'valid';
  /** A write came with a cookie and the `Origin` of a foreign page. */
  readonly foreign: boolean;
  readonly admin: boolean;
  /** True: the path names the caller's own account. */
  readonly self: boolean;
  readonly guestBlocked: boolean;
  /** Status and text of the refusal when a user or group id in the path is wrong. */
  readonly ids?: string;
  readonly ground?: Ground;
  readonly client?: Screen;
  readonly installation?: Installed;
}

const denied = '403 Permission denied';

/** Status and text of the refusal. Undefined: the checks of the item and the body come next. */
export function verdict(need: Need, standing: Standing): string | undefined {
  if (need === 'anyone') return undefined;
  if (need === 'anyone, known or not') return standing.credential === 'valid' && standing.foreign ? denied : undefined;
  return (
    credentialVerdict(need, standing) ??
    roleVerdict(need, standing) ??
    groundVerdict(need, standing) ??
    clientVerdict(need, standing) ??
    installationVerdict(standing)
  );
}

function credentialVerdict(need: Need, { credential, foreign, ground, guestBlocked }: Standing): string | undefined {
  if (credential === 'invalid') return '401 Invalid token';
  if (credential === 'blocked' && need !== 'signed in, blocked too') return '403 User is blocked';
  if (credential === 'none') {
    if (need === 'a good token or none') return undefined;
    const linked = need === 'view canvas or link' && !guestBlocked && !ground?.missing && atLeast(ground?.link ?? 'none', 'view');
    return linked ? undefined : '401 Unauthorized';
  }
  return foreign ? denied : undefined;
}

function roleVerdict(need: Need, { admin, self, ids }: Standing): string | undefined {
  if (need === 'administrator' && !admin) return denied;
  if (need === 'the user' && !admin && !self) return denied;
  if (need === 'the user alone' && !self) return denied;
  return ids;
}

function clientVerdict(need: Need, { admin, client }: Standing): string | undefined {
  if (!client) return undefined;
  const { shows, control, own } = client;
  if (shows === 'none') return '404 Client is offline';
  const isSteered = shows === 'rw' && (admin || own || control === 'all');
  return need === 'control client' && !isSteered ? denied : undefined;
}

/** Somebody else's installation is not there. */
function installationVerdict({ admin, installation }: Standing): string | undefined {
  if (!installation) return undefined;
  return installation.isThere && (admin || installation.own) ? undefined : installation.missing;
}

function groundVerdict(need: Need, { admin, ground }: Standing): string | undefined {
  if (!ground) return undefined;
  if (ground.missing) return ground.missing;
  const action = need.split(' ')[0]!;
  if (!admin && !isAllowed(action, ground)) return denied;
  return ground.system && systemVerdict(action, need, ground.system);
}

function isAllowed(action: string, { own, link = 'none', editorsCanShare }: Ground): boolean {
  if (action === 'share') return atLeast(own, editorsCanShare ? 'edit' : 'owner');
  return atLeast(higher(own, link), (neededFor[action] ?? action) as Permission);
}

const neededFor: Readonly<Record<string, Permission>> = { empty: 'owner', copy: 'view' };

/** Refuses what no caller may do to a system folder (interface/canvases 3.1, 3.3, 4.4). */
function systemVerdict(action: string, need: Need, { id, is }: NonNullable<Ground['system']>): string | undefined {
  const fixed = `403 Folder ${id} is a system folder`;
  if (need === 'share folder') return is === 'home' ? undefined : denied;
  if (action === 'empty') return is === 'root' ? fixed : undefined;
  return action === 'view' ? undefined : fixed;
}

const atLeast = (has: Permission, needs: Permission): boolean => levels.indexOf(has) >= levels.indexOf(needs);
export const higher = (a: Permission, b: Permission): Permission => (atLeast(a, b) ? a : b);
