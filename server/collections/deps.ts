import { refuse } from '../../model/refusal.ts';
import { clientScope } from '../../model/resources/displays/client.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Params, Rule } from '../access/access-rule.ts';
import type { DeletedFiles } from '../assets/deleted-files.ts';
import type { Uploads } from '../assets/uploads.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { DurableView, Store, Version } from '../store/store.ts';
import type { ZeroDepthDeps } from './zero-depth.ts';

/** What the collections of a canvas need. */
export interface CanvasDeps {
  readonly store: Pick<Store, 'submit' | 'ready' | 'seen' | 'load' | 'pin'>;
  readonly scheduler: Scheduler;
  /** The most bytes of the first message of a stream, which is in memory as long as one of its readers needs it. */
  readonly messageBytes: number;
  readonly rules: { readonly viewCanvas: Rule; readonly viewCanvasOrLink: Rule; readonly editCanvas: Rule };
}

/** What the collections of widget types need, some of which have files. */
export interface CollectionDeps extends CanvasDeps, ZeroDepthDeps {
  readonly uploads: Uploads;
  readonly deletedFiles: Pick<DeletedFiles, 'accepted'>;
}

/** What the server hands to features that have collections of widgets. */
export interface CollectionNeeds {
  readonly store: CollectionDeps['store'];
  readonly scheduler: Scheduler;
  readonly rules: CollectionDeps['rules'];
  readonly uploads: Uploads;
  readonly deletedFiles: CollectionDeps['deletedFiles'];
  readonly settings: Pick<Settings, 'bodyMemoryBytes' | 'ignoreZeroDepth'>;
}

export const collectionDeps = ({
  store,
  scheduler,
  rules,
  uploads,
  deletedFiles,
  settings,
}: CollectionNeeds): CollectionDeps => ({
  store,
  scheduler,
  rules,
  uploads,
  deletedFiles,
  messageBytes: settings.bodyMemoryBytes,
  ignoresZeroDepth: settings.ignoreZeroDepth,
});

export const canvasScope = ({ canvas_id }: Params): string => canvas_id!;

/** The durable view of the canvas that the path names. The canvas was loaded before the handler runs. */
export function canvasView({ store }: { readonly store: Pick<Store, 'ready'> }, params: Params): DurableView {
  const view = store.ready(canvasScope(params));
  if (!view) throw refuse.notFound('Canvas', canvasScope(params));
  return view;
}

/** The view of the path's display client, which was loaded before the handler runs. */
export function clientView({ store }: { readonly store: Pick<Store, 'seen'> }, { client_id }: Params): DurableView {
  const view = store.seen(clientScope(client_id!));
  if (!view) throw refuse.clientOffline();
  return view;
}

/** The version of a widget. Throws 404 when it is not there, or is of another type than the path says. */
export function versionOfType(view: Pick<DurableView, 'version'>, definition: AnyWidget, id: string): Version {
  const version = view.version(id);
  if (version?.kind !== definition) throw refuse.notFound(definition.name, id);
  return version;
}

/** The rule for reading widgets of this type. */
export const readRule = ({ rules }: CanvasDeps, { widget }: AnyWidget): Rule =>
  widget.linkShared ? rules.viewCanvasOrLink : rules.viewCanvas;

/** `VideoInput` is declared in `video-input.ts`. */
export const dashed = (name: string): string => name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
