import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { ALL_USERS, groupKey } from '../../../model/resources/accounts/group.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { GUEST, User } from '../../../model/resources/accounts/user.ts';
import { isHome } from '../../../model/resources/folder.ts';
import { type Principal, userPrincipal } from '../../../model/resources/grant.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import { type Access, accessOver } from '../../access/authorization/access.ts';
import type { Grants } from '../../access/authorization/inherited-grants.ts';
import { numberOf } from './merge.ts';
import { listed } from './text.ts';

/** The entries on one object and those that it inherits, before new ones are written. */
export class Sharing {
  readonly before: Grants;
  readonly inherited: Grants;
  readonly #parent: string;
  readonly #access: Access;

  constructor(
    private readonly view: View,
    private readonly id: string,
  ) {
    this.#access = accessOver(view);
    const place = this.#access.place(id)!;
    this.before = place.grants;
    this.#parent = place.parent;
    this.inherited = this.#access.inherited(place.parent);
  }

  /** The access that a user would have to the object if it had these entries. */
  accessWith(user: number, grants: Grants): Permission {
    return this.#access.withGrants(user, this.#parent, grants);
  }

  changed(after: Grants): Principal[] {
    const principals = new Set([...this.before.keys(), ...after.keys()]);
    return [...principals].filter((principal) => this.before.get(principal) !== after.get(principal));
  }

  /** Nobody may change the entry that makes a user the owner of its home (interface/canvases 4.4). */
  refuseOwnHome(after: Grants): void {
    if (isHome(this.id) && this.changed(after).includes(userPrincipal(Number(this.id)))) throw refuse.denied();
  }

  /** An actor who may share but is no owner may neither make nor change owners. */
  refuseOwners(after: Grants): void {
    for (const principal of this.changed(after)) {
      if (this.#isOwner(principal, this.before) || this.#isOwner(principal, after)) throw refuse.denied();
    }
  }

  refuseLosingLastOwner(after: Grants): void {
    if (this.changed(after).length === 0 || this.#hasOwner(after) || !this.#hasOwner(this.before)) return;
    throw refuse.conflict('At least one owner is required');
  }

  #isOwner(principal: Principal, grants: Grants): boolean {
    if (principal.startsWith('user:')) return this.accessWith(numberOf(principal), grants) === 'owner';
    return (grants.get(principal) ?? this.inherited.get(principal)) === 'owner';
  }

  #hasOwner(grants: Grants): boolean {
    const asked = new Set([GUEST]);
    for (const [principal, { permission }] of listed(grants, this.inherited)) {
      if (permission !== 'owner') continue;
      for (const user of this.#usersOf(principal)) {
        if (!asked.has(user) && this.accessWith(user, grants) === 'owner') return true;
        asked.add(user);
      }
    }
    return false;
  }

  #usersOf(principal: Principal): number[] {
    const number = numberOf(principal);
    if (principal.startsWith('user:')) return [number];
    if (number === ALL_USERS) return this.view.all(User).map((user) => user.id);
    return this.view.by(Member, 'members-of-group', groupKey(number)).map((member) => member.user_id);
  }
}
