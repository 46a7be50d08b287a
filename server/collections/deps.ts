import { refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Params, Rule } from '../access/access-rule.ts';
import type { Uploads } from '../assets/uploads.ts';
import type { Scheduler } from '../scheduler.ts';
import type { DurableView, Store, Version } from '../store/store.ts';

/** What the collections of a canvas are built from. */
export interface CanvasDeps {
  readonly store: Pick<Store, 'submit' | 'ready' | 'load' | 'pin'>;
  readonly scheduler: Scheduler;
  /** Most that the first message of a stream may have: it is in memory for all its readers. */
  readonly messageBytes: number;
  readonly rules: { readonly viewCanvas: Rule; readonly viewCanvasOrLink: Rule; readonly editCanvas: Rule };
}

/** And those of widget types, some of which have files. */
export interface CollectionDeps extends CanvasDeps {
  readonly uploads: Uploads;
}

export const canvasScope = ({ canvas_id }: Params): string => canvas_id!;

/** The durable view of the path's canvas, which was loaded before the handler runs. */
export function canvasView({ store }: { readonly store: Pick<Store, 'ready'> }, params: Params): DurableView {
  const view = store.ready(canvasScope(params));
  if (!view) throw refuse.notFound('Canvas', canvasScope(params));
  return view;
}

/** Refuses an id that is not there or is of another type than the path says. */
export function versionOfType(view: DurableView, definition: AnyWidget, id: string): Version {
  const version = view.version(id);
  if (version?.kind !== definition) throw refuse.notFound(definition.name, id);
  return version;
}

/** Who may read widgets of this type. */
export const readRule = ({ rules }: CanvasDeps, { widget }: AnyWidget): Rule =>
  widget.linkShared ? rules.viewCanvasOrLink : rules.viewCanvas;

/** `VideoInput` is declared in `video-input.ts`. */
export const dashed = (name: string): string => name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
