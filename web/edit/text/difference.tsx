import { render } from 'preact';
import type { Box } from '../../../model/looks/shapes.ts';
import { Button } from '../../parts/button.tsx';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import '../../parts/island.css';

/** A question at a text that somebody else has changed meanwhile. */
export interface Difference {
  close(): void;
}

export interface Choices {
  mine(): void;
  theirs(): void;
  both(): void;
}

/** Below the widget, and within the stage. */
const GAP = 12;

/** @param boxOf where the widget lies, in pixels of the canvas */
export function createDifference({ layers, camera, frames, outline }: Editing, boxOf: () => Box, choices: Choices): Difference {
  const words = editTexts.peek().text;
  const island = layers.editors.ownerDocument.createElement('div');
  island.className = 'glass text-difference';
  island.role = 'group';
  island.ariaLabel = words.changed;
  render(<Question {...choices} />, island);
  layers.editors.append(island);
  const put = (): void => {
    const { x, y, height } = boxOf();
    const at = camera.toScreen({ x, y: y + height });
    const { width, height: tall } = camera.extent.peek();
    const left = Math.max(GAP, Math.min(at.x, width - island.offsetWidth - GAP));
    const top = Math.max(GAP, Math.min(at.y + GAP, tall - island.offsetHeight - GAP));
    island.style.translate = `${left}px ${top}px`;
  };
  put();
  const end = frames.add(put);
  outline.speech.answer(words.changed);
  return {
    close() {
      end();
      render(null, island);
      island.remove();
    },
  };
}

function Question({ mine, theirs, both }: Choices) {
  const words = editTexts.value.text;
  return (
    <>
      <span>{words.changed}</span>
      <Button onClick={mine}>{words.useMine}</Button>
      <Button onClick={theirs}>{words.keepTheirs}</Button>
      <Button onClick={both}>{words.keepBoth}</Button>
    </>
  );
}
