import { effect, type Signal, signal } from '@preact/signals';
import type { Colour } from '../../../model/looks/shapes.ts';

export const penWidths = [2, 4, 8, 16] as const;
export const eraserSizes = [12, 24, 48] as const;

/** What a person has chosen for the tools of ink; kept in the browser. All widths are in pixels of the screen. */
export interface InkOptions {
  /** Undefined: nobody has chosen, and the first preset that is seen on the background is used. */
  readonly penColour: Signal<Colour | undefined>;
  readonly penWidth: Signal<number>;
  readonly markerColour: Signal<Colour>;
  /** The diameter. */
  readonly eraserSize: Signal<number>;
  readonly erasesWhole: Signal<boolean>;
}

/** Ink (looks), then what is written over text. */
export const inkColours: readonly Colour[] = [
  '#23201aff',
  '#d6402bff',
  '#f08a1dff',
  '#ffb42eff',
  '#1b7548ff',
  '#2f5bdbff',
  '#7a5bd6ff',
  '#e0559aff',
];
export const markerColours: readonly Colour[] = ['#ffdb6e66', '#ffc79966', '#ffbabd66', '#dbc9ff66', '#b9d7ff66', '#aee5cd66'];

const KEY = 'easel-ink';

export function createInkOptions(storage: Pick<Storage, 'getItem' | 'setItem'>): InkOptions & { close(): void } {
  const kept = read(storage);
  const penColour = signal(colourIn(kept.penColour));
  const penWidth = signal(numberIn(kept.penWidth, penWidths) ?? 4);
  const markerColour = signal(colourIn(kept.markerColour) ?? markerColours[0]!);
  const eraserSize = signal(numberIn(kept.eraserSize, eraserSizes) ?? 24);
  const erasesWhole = signal(kept.erasesWhole === true);
  const close = effect(() => {
    const text = JSON.stringify({
      penColour: penColour.value,
      penWidth: penWidth.value,
      markerColour: markerColour.value,
      eraserSize: eraserSize.value,
      erasesWhole: erasesWhole.value,
    });
    try {
      storage.setItem(KEY, text);
    } catch {
      // A browser that refuses to store forgets what was chosen
    }
  });
  return { penColour, penWidth, markerColour, eraserSize, erasesWhole, close };
}

function read(storage: Pick<Storage, 'getItem'>): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const colourIn = (kept: unknown): Colour | undefined =>
  typeof kept === 'string' && /^#[0-9a-f]{8}$/.test(kept) ? kept : undefined;

const numberIn = (kept: unknown, allowed: readonly number[]): number | undefined => allowed.find((one) => one === kept);
