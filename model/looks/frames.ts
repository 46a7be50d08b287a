import { type Ground, onGround } from './grounds.ts';
import { area, whole } from './parts.ts';
import type { Area } from './shapes.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The radius of a frame's corners, in pixels of the canvas: small frames have smaller ones. */
export const cornerOf = ({ width, height }: Size): number => Math.min(12, Math.min(width, height) * 0.075);

/**
 * The fill of a frame, which is painted with the ground, below all widgets: a frame may be higher than what it holds, and must not veil
 * that. Nothing for other widgets.
 */
export function fillOf(widget: { readonly widget_type: string; readonly size?: Size }, ground: Ground): Area[] {
  const { widget_type, size } = widget;
  if (widget_type !== 'Anchor' || !size) return [];
  return [area(whole(size), onGround(ground).frameFill, cornerOf(size))];
}
