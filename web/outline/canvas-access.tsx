import { texts } from '../texts.ts';
import type { Outline } from './outline.ts';
import './canvas-access.css';

const HELP = 'canvas-help';

/**
 * Attributes of the element that is the canvas. It is an application, because its arrow keys must reach it instead of the cursor of a
 * screen reader; everything that is to be read stands in the outline, which is none.
 */
export const canvasAttributes = (name: string) => ({
  role: 'application' as const,
  tabIndex: 0,
  'aria-label': texts.value.outline.canvas(name),
  'aria-roledescription': texts.value.outline.canvasRole,
  'aria-describedby': HELP,
});

/** What the keys do on the canvas, for screen readers; beside the canvas, once. */
export const CanvasHelp = () => (
  <p id={HELP} hidden>
    {texts.value.outline.canvasHelp}
  </p>
);

/** The first thing that Tab reaches on the page of a canvas. Unseen until it has the focus. */
export const OutlineLink = ({ outline }: { readonly outline: Outline }) => (
  <button
    type="button"
    class="outline-link unseen button primary"
    onClick={() => {
      outline.panel.value = 'outline';
    }}
  >
    {texts.value.outline.skip}
  </button>
);
