import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../../live/board.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { rest } from '../../session/rest.ts';
import { panelTexts } from '../panel-texts.ts';

/** The least that the interface takes (interface/canvases 2.2). */
const LEAST = { width: 1200, height: 800 } as const;

/** How large the canvas is, in its pixels. */
export function CanvasSize({ board }: { readonly board: Pick<Board, 'canvas_id' | 'size'> }) {
  const words = panelTexts.value.canvas;
  const size = board.size.value;
  const [width, setWidth] = useState('');
  const [height, setHeight] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  useEffect(() => {
    setWidth(String(size?.width ?? ''));
    setHeight(String(size?.height ?? ''));
  }, [size?.width, size?.height]);
  const wanted = { width: Number(width), height: Number(height) };
  const isLarge = wanted.width >= LEAST.width && wanted.height >= LEAST.height;
  const isNew = wanted.width !== size?.width || wanted.height !== size?.height;
  const send = (event: Event): void => {
    event.preventDefault();
    if (!isLarge) return setFault(words.sizeFault(LEAST.width, LEAST.height));
    setFault(undefined);
    rest.patch(`/canvases/${board.canvas_id}`, wanted).catch((cause) => setFault(refusalText(cause)));
  };
  return (
    <form class="canvas-part canvas-size" noValidate onSubmit={send}>
      <h3>{words.size}</h3>
      <div class="canvas-sides">
        <Field label={words.width} type="number" value={width} onInput={(event) => setWidth(event.currentTarget.value)} />
        <Field label={words.height} type="number" value={height} onInput={(event) => setHeight(event.currentTarget.value)} />
      </div>
      {fault && (
        <p class="field-error" role="alert">
          {fault}
        </p>
      )}
      {isNew && <Button type="submit">{words.setSize}</Button>}
    </form>
  );
}
