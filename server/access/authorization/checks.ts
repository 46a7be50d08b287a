import type { View } from '../../../model/hooks.ts';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import type { Kind } from '../../../model/resource.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import { Folder, isTrash } from '../../../model/resources/folder.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import type { ScopeNeed } from '../../../model/token-scopes.ts';
import type { DurableView } from '../../store/store.ts';
import type { Params } from '../access-rule.ts';
import { type Actor, GUEST } from '../actor.ts';
import { allows, requireScope } from '../narrowing.ts';
import type { Access } from './access.ts';
import { integerId, namedGroup, namedUser } from './path-ids.ts';
import { maySteer, ownInstallation, owns } from './steerers.ts';

/** The licence that counts at this moment (interface/auth 9). */
export interface LicenceInForce {
  /** Displays that may be connected at a time; -1: any number. */
  maxClients(): number;
  /** The 402, while the licence is not valid. */
  refusal(): Refusal | undefined;
}

export interface CheckDeps {
  readonly directory: DurableView;
  readonly access: Access;
  readonly licence: LicenceInForce;
  /** Views of ephemeral scopes. */
  readonly live: (scope: string) => View | undefined;
}

/** One step of a rule: throws its refusal. */
export type Check = (actor: Actor, params: Params) => void;

/** `share`: the actor must be owner, or have edit while editors can share; the link does not count. */
export type Need = Exclude<Permission, 'none'> | 'share';

type IsFixed = (folder: { readonly id: string; readonly folder_id: string }) => boolean;

/** The steps that make up the rules. They read the durable directory. */
export class Checks {
  constructor(private readonly deps: CheckDeps) {}

  readonly signedIn: Check = (actor) => {
    if (actor.credential === 'none') throw refuse.unauthorized();
  };

  /** Only the door of the data folder makes such an actor. */
  readonly operator: Check = ({ credential }) => {
    if (credential !== 'operator') throw refuse.denied();
  };

  /** What belongs to one's own account, such as its marks and its canvases. */
  readonly account: Check = ({ credential }) => {
    if (credential === 'operator') throw needsAccount();
  };

  /** Whoever comes through the door can mend the licence. */
  readonly licensed: Check = ({ credential }) => {
    if (credential === 'operator') return;
    const refusal = this.deps.licence.refusal();
    if (refusal) throw refusal;
  };

  scope =
    (need: ScopeNeed): Check =>
    ({ narrowing }) =>
      requireScope(narrowing, need);

  /** Nothing is lost by a token: where a caller without one may come by the link, every token may, too. */
  scopeOrLink =
    (need: ScopeNeed): Check =>
    ({ narrowing }, { canvas_id }) => {
      if (!this.#isOpenToAll(canvas_id!)) requireScope(narrowing, need);
    };

  /** To an actor without a credential, an unknown canvas is refused like one that is not shared (interface/canvases 1). */
  readonly signedInOrLink: Check = (actor, { canvas_id }) => {
    if (actor.credential === 'none' && !this.#isOpenToAll(canvas_id!)) throw refuse.unauthorized();
  };

  readonly administrator: Check = (actor) => {
    if (!actor.admin) throw refuse.denied();
  };

  readonly selfOrAdministrator: Check = (actor, { user_id }) => {
    if (!actor.admin && !(/^\d+$/.test(user_id!) && Number(user_id) === actor.id)) throw refuse.denied();
  };

  /** What a person keeps is nobody else's business, whatever the role, nor that of a token for some canvases only. */
  readonly self: Check = (actor, { user_id }) => {
    const isOwn = /^\d+$/.test(user_id!) && Number(user_id) === actor.id;
    if (!isOwn || actor.narrowing.canvases) throw refuse.denied();
  };

  /** The users and groups that the path names: every id is read (400) before any of them is looked up (404). */
  readonly people: Check = (_, { user_id, group_id }) => {
    const { directory } = this.deps;
    if (user_id !== undefined) integerId('User', user_id);
    if (group_id !== undefined) namedGroup(directory, group_id);
    if (user_id !== undefined) namedUser(directory, user_id);
  };

  canvas = (need: Need): Check => this.#tree(Canvas, 'canvas_id', need);

  /** People who come by the link only pass, too. */
  readonly canvasOrLink: Check = (actor, params) => {
    if (!this.#isOpenToAll(params.canvas_id!)) this.#viewed(actor, params);
  };
  readonly #viewed = this.canvas('view');

  /** `fixed`: folders for which the rule refuses everybody. */
  folder = (need: Need, fixed?: IsFixed): Check => this.#tree(Folder, 'folder_id', need, fixed);

  /** A client that does not show itself is not there (interface/streaming 3.1). `steer`: only for whoever may steer it. */
  client =
    (need: 'view' | 'steer'): Check =>
    (actor, { client_id }) => {
      const client = this.deps.live(CLIENTS)?.get(Client, client_id!);
      if (!client || client.api_access === 'none') throw refuse.clientOffline();
      if (need === 'steer' && !maySteer(this.deps.directory, actor, client)) throw refuse.denied();
    };

  /** For steering, or the session of the wall itself, which may write. */
  readonly scopeOfWall: Check = (actor, { installation_id }) => {
    const isWall = ownInstallation(this.deps.directory, actor)?.installation_id === installation_id;
    if (!(isWall && allows(actor.narrowing, 'write'))) requireScope(actor.narrowing, 'control');
  };

  /** Somebody else's installation is not there. `configure`: a wall that is locked may not change its own. */
  installation =
    (need: 'view' | 'configure' | 'steer'): Check =>
    (actor, { installation_id }) => {
      const { directory } = this.deps;
      const found = directory.get(DisplayClient, installation_id!);
      if (!found || found.forgotten || !owns(directory, actor, found)) throw refuse.notFound('Installation', installation_id!);
      if (need === 'configure' && found.config.locked && !allows(actor.narrowing, 'control')) throw refuse.denied();
    };

  /** Is the canvas shared by link, and the Guest not blocked? */
  #isOpenToAll(canvas: string): boolean {
    const { directory, access } = this.deps;
    return (access.place(canvas)?.link ?? 'none') !== 'none' && directory.get(User, GUEST)?.blocked === false;
  }

  #tree(kind: Kind, param: string, need: Need, fixed: IsFixed = () => false): Check {
    return (actor, params) => {
      const { access } = this.deps;
      const id = params[param]!;
      const place = access.place(id);
      if (place?.kind !== kind) throw refuse.notFound(kind.name, id);
      const own = need === 'share' ? access.own(actor, id) : access.reached(actor, id);
      if (!access.passes(actor, own!, neededFor(need, place.editorsCanShare))) throw refuse.denied();
      if (need === 'share' && (place.parent === '' || isTrash(id))) throw refuse.denied();
      if (fixed({ id, folder_id: place.parent })) throw systemFolder(id);
    };
  }
}

export const needsAccount = (): Refusal => refuse.invalid('This needs an account');

export const systemFolder = (id: string): Refusal => refuse.forbidden(`Folder ${id} is a system folder`);

const neededFor = (need: Need, editorsCanShare: boolean): Permission =>
  need === 'share' ? (editorsCanShare ? 'edit' : 'owner') : need;
