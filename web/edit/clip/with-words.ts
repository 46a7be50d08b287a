import type { PanelTexts } from '../../../texts/panels.ts';
import { beginPanelTexts, panelTexts } from '../panel-texts.ts';

/** Runs with the words of copying and pasting, which are loaded when they are first needed. Without the server nothing is said. */
export function withWords(run: (words: PanelTexts['clip']) => void): void {
  beginPanelTexts().then(
    () => run(panelTexts.peek().clip),
    () => undefined,
  );
}
