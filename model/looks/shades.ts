import type { Box, Shade } from './shapes.ts';

/** Shadows are measured in 190ths of the shorter side of a thing, so that a look is the same at every size. */
const UNITS = 190;
const BLUR = 14;
const COLOUR = '#2a1f0a4d';
const CONTACT = '#2a1f0a1f';
/** Smaller things on the screen, in its pixels, have only the line of contact. */
export const SHADED = 40;

interface Size {
  readonly width: number;
  readonly height: number;
}

export const unitOf = ({ width, height }: Size): number => Math.min(width, height) / UNITS;

/** The shadow of a thing that lies on the canvas. */
export const shadeOf = (size: Size, radius: number): Shade => ({
  kind: 'shade',
  box: { x: 0, y: 0, ...size },
  radius,
  colour: COLOUR,
  contact: CONTACT,
  blur: BLUR * unitOf(size),
});

const without: ReadonlySet<string> = /* @__PURE__ */ new Set(['SharedCanvas', 'TableCell', 'Anchor', 'VideoOutputAnchor']);

/** The box of a widget with the shadow that it may have. */
export function withShade(widget_type: string, { x, y, width, height }: Box): Box {
  if (without.has(widget_type)) return { x, y, width, height };
  const blur = BLUR * unitOf({ width, height });
  return { x: x - blur / 2, y, width: width + blur, height: height + blur };
}

/**
 * How strong the soft shadow is at a point, from 0 to 1: that of a box which is lower by half of the blur and smaller by as much on
 * each side, blurred by a Gaussian whose deviation is half of the blur.
 */
export const strengthAcross = (x: number, { box, blur }: Shade): number =>
  step((x - box.x - blur / 2) / blur) - step((x - box.x - box.width + blur / 2) / blur);
export const strengthDown = (y: number, { box, blur }: Shade): number =>
  step((y - box.y - blur) / blur) - step((y - box.y - box.height) / blur);

/** From 0 at -1 to 1 at 1: a Gaussian step, as near as an eye can tell. */
function step(at: number): number {
  if (at <= -1) return 0;
  if (at >= 1) return 1;
  // The logistic function is within a hundredth of it; stretched a little, so that it ends where the shadow does
  const edge = 1 / (1 + Math.exp(STEEP));
  return (1 / (1 + Math.exp(-STEEP * at)) - edge) / (1 - 2 * edge);
}
/** The slope of the logistic function for a deviation of one half. */
const STEEP = 3.4;
