import type { Background } from '../resources/background.ts';
import { contrastOn, luminanceOf, mixed, opacityOf } from './colours.ts';
import type { Colour } from './shapes.ts';

/** What lies behind everything on a canvas, as far as it decides about the colours of what lies on it. */
export interface Ground {
  readonly colour: Colour;
  readonly isDark: boolean;
}

/** Colours of what has none of its own and lies on the ground itself: by the ground, whatever the theme of the page. */
export interface GroundPalette {
  /** Letters of texts without paper. */
  readonly ink: Colour;
  /** Names of frames. */
  readonly muted: Colour;
  readonly accent: Colour;
  readonly frameLine: Colour;
  readonly frameFill: Colour;
  /** Behind the number of a frame. */
  readonly tile: Colour;
}

/** Grounds below this luminance are dark. */
const DARK = 0.18;
/** The least contrast of a line (WCAG 2, 1.4.11). */
const SEEN = 3;

export function groundOf(background: Pick<Background, 'type' | 'background_color' | 'haze'> | undefined): Ground {
  if (!background) return { colour: '#ffffffff', isDark: false };
  const { type, background_color, haze } = background;
  const colour = type === 'haze' ? mixed(haze.color1, haze.color2, 0.5) : background_color;
  return { colour, isDark: luminanceOf(colour) < DARK };
}

export const onGround = ({ isDark }: Ground): GroundPalette => (isDark ? onDark : onLight);

/**
 * The colour of rings, handles and guides: its contrast with the ground is at least 3:1, whatever the theme of the page.
 * @param isStrong for people who asked for more contrast
 */
export function ringOn(ground: Ground, isStrong = false): Colour {
  const { light, dark } = rings[isStrong ? 'strong' : 'usual'];
  return seenOn(ground.isDark ? dark : light, ground);
}

/** `--ring` of web/styles/tokens.css. */
const rings = {
  usual: { light: '#2f5bdbff', dark: '#7fa2ffff' },
  strong: { light: '#0b35a8ff', dark: '#a9c1ffff' },
} as const;

/** The colour with as much ink, or on a dark ground light, as it needs to be seen. An invisible one stays so. */
export function seenOn(colour: Colour, { colour: behind, isDark }: Ground): Colour {
  if (opacityOf(colour) === 0 || contrastOn(colour, behind) >= SEEN) return colour;
  const to = isDark ? '#ffffff' : '#000000';
  // Where even black would be too faint to be seen, the colour becomes less translucent, too
  const opaque = contrastOn(mixed(colour, to, 1), behind) < SEEN ? colour.slice(0, 7) : colour;
  let least = 0;
  let most = 1;
  for (let step = 0; step < STEPS; step++) {
    const share = (least + most) / 2;
    if (contrastOn(mixed(opaque, to, share), behind) < SEEN) least = share;
    else most = share;
  }
  return mixed(opaque, to, most);
}

/** Enough for a colour of eight bits. */
const STEPS = 8;

const onLight: GroundPalette = {
  ink: '#23201aff',
  muted: '#645d51ff',
  accent: '#2f5bdbff',
  frameLine: '#d5cec1ff',
  frameFill: '#ffffff99',
  tile: '#e6dfd2ff',
};

const onDark: GroundPalette = {
  ink: '#f3efe8ff',
  muted: '#b6ae9fff',
  accent: '#93b1ffff',
  frameLine: '#45413aff',
  frameFill: '#ffffff08',
  tile: '#3a362fff',
};
