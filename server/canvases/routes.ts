import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { submit } from '../collections/submit.ts';
import { tags } from '../http/answers/tags.ts';
import type { Call, PlainRoute, Route, WatchedRoute } from '../http/routing/route.ts';
import { type Copy, copyItem, planCopy } from './change/copy.ts';
import { copyContents, scopesOf } from './change/copy-content.ts';
import { moveItem, readMove } from './change/move.ts';
import { withUnseen } from './change/unseen.ts';
import { rightsOf, type TreeDeps } from './deps.ts';
import { setPermissions } from './permissions/set.ts';
import { permissionsItem } from './permissions/source.ts';
import { isCanvas, stored, type TreeItem, type TreeKind } from './rules/kinds.ts';
import { moveSchema, sharingLimits } from './schemas.ts';
import { type AnswerAfterCommit, shown } from './show/present.ts';

/** What the file of a route says of its endpoint. The rest is the same for canvases and folders. */
type EndpointOptions = Pick<
  PlainRoute,
  'path' | 'operation' | 'tag' | 'summary' | 'about' | 'file' | 'access' | 'answer' | 'refusals'
>;

export const moveRoutes = <R extends TreeItem>(deps: TreeDeps, tree: TreeKind<R>, options: EndpointOptions): Route[] =>
  bothVerbs({ ...options, body: moveSchema, handle: (call) => move(deps, call, tree) });

async function move<R extends TreeItem>(deps: TreeDeps, call: Call, tree: TreeKind<R>): Promise<string> {
  const rights = rightsOf(deps, call);
  const to = readMove(call.body);
  const moved = await submit(deps.store, call, {
    *run(tx): Work<AnswerAfterCommit> {
      return shown(tx, rights, tree, yield* moveItem(tx, rights, tree, call.params[tree.param]!, to));
    },
  });
  return moved(deps.store);
}

type ReadCopy = (body: Body) => Copy;

export const copyRoutes = <R extends TreeItem>(
  deps: TreeDeps,
  tree: TreeKind<R>,
  { read, ...options }: EndpointOptions & { readonly read: ReadCopy; readonly body: JsonSchema },
): Route[] => bothVerbs({ ...options, refusals: [409], handle: (call) => copy(deps, call, tree, read) });

/** The content is copied first, into unseen scopes: that may take long, and the command that makes the entries must not. */
async function copy<R extends TreeItem>(deps: TreeDeps, call: Call, tree: TreeKind<R>, read: ReadCopy): Promise<string> {
  const { store } = deps;
  const to = read(call.body);
  const rights = rightsOf(deps, call);
  const source = stored(store.directory, tree, call.params[tree.param]!);
  const plan = planCopy(store, rights, tree, source, to);
  if (!plan) return shown(store, rights, tree, source)(store);
  return withUnseen(store, call, async (unseen) => {
    const copies = await copyContents(store, unseen, plan.sources.filter(isCanvas));
    const { show, used } = await submit(store, call, {
      *run(tx) {
        const { item, canvases } = yield* copyItem(tx, rights, tree, source.id, copies, to);
        return { show: shown(tx, rights, tree, item), used: canvases.flatMap(scopesOf) };
      },
    });
    return { result: show(store), used };
  });
}

/** POST and PATCH, which two SDKs send, do the same. Their operations need two names (interface/canvases 3.3). */
const bothVerbs = (route: Omit<PlainRoute, 'method'>): Route[] => [
  { ...route, method: 'POST' },
  { ...route, method: 'PATCH', operation: `${route.operation}ByPatch`, about: `The same as POST. ${route.about}` },
];

interface SharingOptions {
  readonly path: string;
  readonly file: string;
  readonly answer: JsonSchema;
  readonly read: Pick<WatchedRoute, 'operation' | 'summary' | 'access'>;
  readonly merge: Pick<PlainRoute, 'operation' | 'summary' | 'about' | 'access' | 'body'>;
}

/** The permissions on a canvas or a folder. They hold for everything below without a nearer entry (interface/canvases 4). */
export function permissionRoutes<R extends TreeItem>(
  deps: TreeDeps,
  tree: TreeKind<R>,
  { read, merge, ...options }: SharingOptions,
): Route[] {
  const shared = { ...options, tag: tags.permissions };
  return [
    { ...shared, ...read, method: 'GET', watch: ({ params }) => permissionsItem(deps.access, params[tree.param]!) },
    {
      ...shared,
      ...merge,
      method: 'POST',
      bodyLimits: sharingLimits,
      refusals: [409],
      handle: (call) =>
        submit(deps.store, call, {
          run: (tx) => setPermissions(tx, rightsOf(deps, call), tree, call.params[tree.param]!, call.body),
        }),
    },
  ];
}
