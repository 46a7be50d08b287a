import { Group } from '../../model/resources/accounts/group.ts';
import { Member } from '../../model/resources/accounts/member.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { Grant } from '../../model/resources/grant.ts';
import type { DurableView } from '../../server/store/store.ts';
import { type Ground, higher, type Permission, type Standing } from '../access/verdict.ts';

type Params = Readonly<Record<string, string>>;

/** Characters of a wrong id that a refusal repeats. */
const SHOWN = 100;

/**
 * The permissions that follow from the bare records, by the plainest reading of interface/canvases 4.2. The class caches nothing,
 * and shares nothing with the server but the records.
 */
export class Rights {
  constructor(private readonly directory: DurableView) {}

  isAdministrator(user: number | undefined): boolean {
    return user !== undefined && (this.directory.get(User, user)?.admin ?? false);
  }

  isBlocked(user: number): boolean {
    return this.directory.get(User, user)?.blocked ?? false;
  }

  /** The rights behind a request with these ids. `user`: id of the caller; undefined: anonymous. */
  standing(user: number | undefined, params: Params): Pick<Standing, 'admin' | 'self' | 'ids' | 'ground' | 'guestBlocked'> {
    return {
      admin: this.isAdministrator(user),
      self: user !== undefined && /^\d+$/.test(params.user_id ?? '') && Number(params.user_id) === user,
      guestBlocked: this.isBlocked(100),
      ids: this.#idsVerdict(params),
      ground: this.#ground(user, params),
    };
  }

  /** May the user make something in this folder, or move something into it? */
  mayFill(user: number, folder: string): boolean {
    return this.isAdministrator(user) || ['edit', 'owner'].includes(this.#onFolder(user, folder));
  }

  #idsVerdict({ user_id, group_id }: Params): string | undefined {
    const isInteger = (id: string | undefined): boolean => id === undefined || /^-?[0-9]+$/.test(id);
    if (!isInteger(user_id)) return `400 User ID ${user_id?.slice(0, SHOWN)} is not an integer`;
    if (!isInteger(group_id)) return `400 Group ID ${group_id?.slice(0, SHOWN)} is not an integer`;
    if (group_id !== undefined && !this.directory.get(Group, Number(group_id))) return `404 Group ${group_id} not found`;
    if (user_id !== undefined && !this.directory.get(User, Number(user_id))) return `404 User ${user_id} not found`;
    return undefined;
  }

  #ground(user: number | undefined, { canvas_id, folder_id }: Params): Ground | undefined {
    if (canvas_id !== undefined) return this.#canvasGround(user, canvas_id);
    return folder_id === undefined ? undefined : this.#folderGround(user, folder_id);
  }

  #canvasGround(user: number | undefined, id: string): Ground {
    const canvas = this.directory.get(Canvas, id);
    if (!canvas) return { own: 'none', editorsCanShare: true, missing: `404 Canvas ${id} not found` };
    const own = user === undefined ? 'none' : this.#walk(user, id, canvas.folder_id);
    return { own, link: canvas.link_permission, editorsCanShare: canvas.editors_can_share };
  }

  #folderGround(user: number | undefined, id: string): Ground {
    const folder = this.directory.get(Folder, id);
    if (!folder) return { own: 'none', editorsCanShare: true, missing: `404 Folder ${id} not found` };
    const is = folder.folder_id === '' ? 'root' : /^\d+$/.test(id) ? 'home' : id.startsWith('trash.') ? 'trash' : undefined;
    return {
      own: user === undefined ? 'none' : this.#onFolder(user, id),
      editorsCanShare: folder.editors_can_share,
      ...(is && { system: { id, is } }),
    };
  }

  #onFolder(user: number, id: string): Permission {
    const folder = this.directory.get(Folder, id);
    if (!folder) return 'none';
    return folder.folder_id === '' ? 'view' : this.#walk(user, id, folder.folder_id);
  }

  /** The nearest entry of the user, and the entries of its groups that are nearer. */
  #walk(user: number, id: string, parent: string): Permission {
    const groups = new Set([1, ...this.directory.by(Member, 'members-of-user', `user:${user}`).map((member) => member.group_id)]);
    const nearest = new Map<string, { permission: Permission; distance: number }>();
    let at: string | undefined = id;
    for (let distance = 0, above = parent; at !== undefined; distance++) {
      for (const { principal, permission } of this.directory.by(Grant, 'grants-on', at)) {
        if (!nearest.has(principal)) nearest.set(principal, { permission: permission as Permission, distance });
      }
      const next: Folder | undefined = this.directory.get(Folder, above);
      at = next && next.folder_id !== '' ? next.id : undefined;
      above = next?.folder_id ?? '';
    }
    const own = nearest.get(`user:${user}`);
    const ofGroups = [...groups].flatMap((group) => nearest.get(`group:${group}`) ?? []);
    const nearer = ofGroups.filter(({ distance }) => !own || distance < own.distance);
    return nearer.reduce<Permission>((so, { permission }) => higher(so, permission), own?.permission ?? 'none');
  }
}
