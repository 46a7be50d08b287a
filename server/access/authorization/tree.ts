import type { View } from '../../../model/hooks.ts';
import type { Kind } from '../../../model/resource.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { userKey } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder, isTrash } from '../../../model/resources/folder.ts';
import { grantsOn } from '../../../model/resources/grant.ts';
import type { LinkPermission } from '../../../model/resources/permission.ts';
import { ALL_USERS, isAdministrator } from '../actor.ts';
import type { Grants, InheritedGrants, Principals } from './inherited-grants.ts';

/** What access depends on of a canvas or a folder. */
export interface TreePlace {
  readonly kind: Kind;
  /** The folder that it is in; empty only for the root. */
  readonly parent: string;
  readonly grants: Grants;
  readonly editorsCanShare: boolean;
  /** `none` for a folder. */
  readonly link: LinkPermission;
  readonly createdAt: string;
}

/** What is remembered of a user. */
export interface KnownUser {
  readonly admin: boolean;
  readonly principals: Principals;
  /** What the objects directly in a folder inherit, by folder id. */
  readonly inherited: Map<string, InheritedGrants>;
}

/**
 * The folders and canvases with their permission entries, read once from a view and remembered. The owner of a tree makes it forget
 * what a commit changed. It remembers nothing about objects that are not there.
 */
export class AccessTree {
  readonly #folders = new Map<string, TreePlace>();
  readonly #canvases = new Map<string, TreePlace>();
  readonly #users = new Map<number, KnownUser>();
  readonly #inTrash = new Map<string, boolean>();

  constructor(private readonly view: View) {}

  place(id: string): TreePlace | undefined {
    const known = this.#folders.get(id) ?? this.#canvases.get(id);
    if (known) return known;
    const place = this.#read(id);
    if (place) (place.kind === Folder ? this.#folders : this.#canvases).set(id, place);
    return place;
  }

  user(id: number): KnownUser {
    let user = this.#users.get(id);
    if (!user) this.#users.set(id, (user = this.#readUser(id)));
    return user;
  }

  /** The folder and the folders around it, up to the root, which is left out. */
  *upward(folder: string): Iterable<readonly [id: string, place: TreePlace]> {
    let id = folder;
    for (let place = this.place(id); place && place.parent !== ''; place = this.place(id)) {
      yield [id, place];
      id = place.parent;
    }
  }

  /** Is the folder a trash, or anywhere below one? Then everything in it is in the trash. */
  isTrashed(folder: string): boolean {
    const path: string[] = [];
    let trashed = false;
    for (const [id] of this.upward(folder)) {
      const known = this.#inTrash.get(id);
      path.push(id);
      trashed = known ?? isTrash(id);
      if (known !== undefined || trashed) break;
    }
    // Every folder on the way is remembered, so that a list of folders need not walk up from each of them
    for (const id of path) this.#inTrash.set(id, trashed);
    return trashed;
  }

  forgetCanvas(id: string): boolean {
    return this.#canvases.delete(id);
  }

  forgetUser(id: number): void {
    this.#users.delete(id);
  }

  forgetFolders(): void {
    this.#folders.clear();
    this.#inTrash.clear();
    for (const user of this.#users.values()) user.inherited.clear();
  }

  forgetAll(): void {
    this.forgetFolders();
    this.#canvases.clear();
    this.#users.clear();
  }

  knowsFolder(id: string): boolean {
    return this.#folders.has(id);
  }

  #read(id: string): TreePlace | undefined {
    const { kind, record } = this.view.find(id) ?? {};
    if (kind !== Folder && kind !== Canvas) return undefined;
    const { folder_id, editors_can_share, link_permission = 'none', created_at = '' } = record as Folder & Partial<Canvas>;
    const grants = grantsOn(this.view, id);
    return { kind, parent: folder_id, grants, editorsCanShare: editors_can_share, link: link_permission, createdAt: created_at };
  }

  #readUser(user: number): KnownUser {
    const groups = this.view.by(Member, 'members-of-user', userKey(user)).map((member) => member.group_id);
    return {
      admin: isAdministrator(this.view, { id: user }),
      principals: {
        user: `user:${user}`,
        groups: new Set([ALL_USERS, ...groups].map((group) => `group:${group}` as const)),
      },
      inherited: new Map(),
    };
  }
}
