import { type Refusal, refuse } from '../../model/refusal.ts';
import type { Permission } from '../../model/resources/permission.ts';
import { User } from '../../model/resources/user.ts';
import type { DurableView } from '../store/types.ts';
import type { Access } from './access.ts';
import { type Actor, GUEST } from './actor.ts';
import { integerId, namedGroup, namedUser } from './path-ids.ts';
import type { Params } from './rule.ts';

export interface Licence {
  /** 402, while the licence is not valid. */
  refusal(): Refusal | undefined;
}

/** A server needs no licence: it starts with one that is always valid (auth contract 9). */
export const builtInLicence: Licence = { refusal: () => undefined };

export interface CheckParts {
  readonly directory: DurableView;
  readonly access: Access;
  readonly licence: Licence;
}

/** One step of a rule: throws its refusal. */
export type Check = (actor: Actor, params: Params) => void;

/** `share`: owner, or edit while editors can share; never by link. */
export type Need = Exclude<Permission, 'none'> | 'share';

type Fixed = (folder: { readonly id: string; readonly folder_id: string }) => boolean;

/** The steps of which rules are made, over the durable directory. */
export class Checks {
  constructor(private readonly parts: CheckParts) {}

  readonly signedIn: Check = (actor) => {
    if (actor.credential === 'none') throw refuse.unauthorized();
  };

  readonly licensed: Check = () => {
    const refusal = this.parts.licence.refusal();
    if (refusal) throw refusal;
  };

  /** Without a credential an unknown canvas and one that is not shared are told alike (canvases contract 1). */
  readonly signedInOrLink: Check = (actor, { canvas_id }) => {
    if (actor.credential !== 'none') return;
    const off = this.parts.directory.get(User, GUEST)?.blocked ?? true;
    if (off || this.parts.access.link(canvas_id!) === 'none') throw refuse.unauthorized();
  };

  readonly administrator: Check = (actor) => {
    if (!actor.admin) throw refuse.denied();
  };

  readonly selfOrAdministrator: Check = (actor, { user_id }) => {
    if (!actor.admin && !(/^\d+$/.test(user_id!) && Number(user_id) === actor.id)) throw refuse.denied();
  };

  /** Users and groups of the path: 400 of every id before any 404. */
  readonly people: Check = (_, { user_id, group_id }) => {
    const { directory } = this.parts;
    if (user_id !== undefined) integerId('User', user_id);
    if (group_id !== undefined) namedGroup(directory, group_id);
    if (user_id !== undefined) namedUser(directory, user_id);
  };

  canvas(need: Need): Check {
    return (actor, { canvas_id: id }) => {
      const { access } = this.parts;
      const place = access.canvasPlace(id!);
      if (!place) throw refuse.notFound('Canvas', id!);
      const own = need === 'share' ? access.canvas(actor, id!) : access.reached(actor, id!);
      if (!access.passes(actor, own!, neededFor(need, place.editorsCanShare))) throw refuse.denied();
    };
  }

  /** `fixed`: folders for which it is refused to everybody. */
  folder(need: Need, fixed: Fixed = () => false): Check {
    return (actor, { folder_id: id }) => {
      const { access } = this.parts;
      const place = access.folderPlace(id!);
      if (!place) throw refuse.notFound('Folder', id!);
      if (!access.passes(actor, access.folder(actor, id!)!, neededFor(need, place.editorsCanShare))) throw refuse.denied();
      if (need === 'share' && (place.root || place.trash)) throw refuse.denied();
      if (fixed({ id: id!, folder_id: place.parent })) throw systemFolder(id!);
    };
  }
}

export const systemFolder = (id: string): Refusal => refuse.forbidden(`Folder ${id} is a system folder`);

const neededFor = (need: Need, editorsCanShare: boolean): Permission =>
  need === 'share' ? (editorsCanShare ? 'edit' : 'owner') : need;
