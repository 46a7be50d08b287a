import type { Widget, WidgetType } from '../widgets/index.ts';
import { traitsByType } from './by-type.ts';
import type { Traits } from './traits.ts';

/** The traits of an unknown type; each function takes widgets of its own type. */
type AnyTraits = Traits<never>;

const none: AnyTraits = {};

/** For the context of looks. @param widget undefined: there is none */
export const holdsHead = (widget: Pick<Widget, 'widget_type'> | undefined): boolean =>
  widget !== undefined && (traitsOf(widget).holdsHead?.(widget as never) ?? false);

export const traitsOf = ({ widget_type }: Pick<Widget, 'widget_type'>): AnyTraits =>
  (traitsByType as { readonly [T in WidgetType]?: AnyTraits })[widget_type] ?? none;
