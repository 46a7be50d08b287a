import { refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Params, Rule } from '../access/rule.ts';
import type { DurableView, Store, Version } from '../store/types.ts';

/** What the collections of a canvas are built from. */
export interface CanvasParts {
  readonly store: Pick<Store, 'submit' | 'ready'>;
  readonly rules: { readonly viewCanvas: Rule; readonly viewCanvasOrLink: Rule; readonly editCanvas: Rule };
}

export const canvasScope = ({ canvas_id }: Params): string => canvas_id!;

/** The durable view of the path's canvas, which was loaded before the handler runs. */
export function canvasView({ store }: CanvasParts, params: Params): DurableView {
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
export const readRule = ({ rules }: CanvasParts, { widget }: AnyWidget): Rule =>
  widget.linkShared ? rules.viewCanvasOrLink : rules.viewCanvas;
