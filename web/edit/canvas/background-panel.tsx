import { ImagePlus } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../../model/refusal-error.ts';
import type { Background } from '../../../model/resources/background.ts';
import { newId } from '../../live/edits/new-id.ts';
import { SidePanel } from '../../outline/side-panel.tsx';
import { type GroundName, grounds } from '../../pages/new-canvas/grounds.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Select } from '../../parts/select.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { chooseFiles } from '../files/choose-files.ts';
import { sendFile } from '../files/send-file.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import { CanvasSize } from './canvas-size.tsx';
import { ColourField } from './colour-field.tsx';
import './canvas-panels.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** What of a background is changed; parts of haze, grid and image count alone. */
type Change = { readonly [K in keyof Background]?: Partial<Background[K]> | Background[K] };

/** What lies behind everything on the canvas, shown while a person tries it, and how large the canvas is. */
export function BackgroundPanel({ editing, onClose }: Props) {
  const { board } = editing;
  const words = panelTexts.value.canvas;
  const background = board.background.value;
  useEffect(() => () => board.preview(undefined), [board]);
  if (!background) return null;
  const attempt = (change: Change): void => board.preview(changed(board.background.peek()!, change));
  const write = (change: Change): void => {
    attempt(change);
    rest.patch(`/canvases/${board.canvas_id}/background`, change).catch((cause) => {
      board.preview(undefined);
      sayFault(cause);
    });
  };
  const kinds = (['solid_color', 'haze', 'image'] as const).map((value) => ({ value, text: words.backgrounds[value] }));
  const choose = (type: Background['type']): void => {
    if (type === 'image' && background.image.hash === '') choosePicture(board.canvas_id);
    else write({ type });
  };
  return (
    <SidePanel title={editTexts.value.panels.background} fits takesFocus onClose={onClose}>
      <div class="canvas-panel">
        <Segments label={words.kind} options={kinds} value={background.type} onChange={choose} />
        {background.type === 'solid_color' && <Grounds background={background} attempt={attempt} write={write} />}
        {background.type === 'haze' && <Haze background={background} attempt={attempt} write={write} />}
        {background.type === 'image' && <Picture background={background} write={write} canvas_id={board.canvas_id} />}
        <section class="canvas-part">
          <Checkbox label={words.grid} checked={background.grid.visible} onChange={(visible) => write({ grid: { visible } })} />
          {background.grid.visible && (
            <ColourField
              label={words.gridColour}
              value={background.grid.color}
              onTry={(color) => attempt({ grid: { color } })}
              onChoose={(color) => write({ grid: { color } })}
            />
          )}
        </section>
        <CanvasSize board={board} />
      </div>
    </SidePanel>
  );
}

interface PartProps {
  readonly background: Background;
  readonly attempt: (change: Change) => void;
  readonly write: (change: Change) => void;
}

/** The grounds of new canvases, and any other colour. */
const Grounds = ({ background: { background_color }, attempt, write }: PartProps) => (
  <section class="canvas-part">
    <div class="ground-row">
      {(Object.keys(grounds) as GroundName[]).map((name) => (
        <button
          key={name}
          type="button"
          class="ground-choice"
          aria-label={texts.value.dashboard.grounds[name]}
          title={texts.value.dashboard.grounds[name]}
          aria-pressed={background_color.slice(0, 7).toLowerCase() === grounds[name].colour}
          style={{ '--chosen': grounds[name].colour }}
          onClick={() => write({ background_color: grounds[name].colour, grid: { color: grounds[name].dots } })}
        />
      ))}
    </div>
    <ColourField
      label={panelTexts.value.canvas.colour}
      value={background_color}
      onTry={(colour) => attempt({ background_color: colour })}
      onChoose={(colour) => write({ background_color: colour })}
    />
  </section>
);

const Haze = ({ background: { haze }, attempt, write }: PartProps) => (
  <section class="canvas-part">
    {(['color1', 'color2'] as const).map((key) => (
      <ColourField
        key={key}
        label={panelTexts.value.canvas.haze[key]}
        value={haze[key]}
        onTry={(colour) => attempt({ haze: { [key]: colour } })}
        onChoose={(colour) => write({ haze: { [key]: colour } })}
      />
    ))}
  </section>
);

const fits = ['contain', 'cover', 'fill'] as const;

interface PictureProps extends Pick<PartProps, 'background' | 'write'> {
  readonly canvas_id: string;
}

const Picture = ({ background: { image }, write, canvas_id }: PictureProps) => {
  const words = panelTexts.value.canvas;
  const value = fits.find((one) => one === image.fit) ?? 'contain';
  return (
    <section class="canvas-part">
      <Select
        label={words.fit}
        value={value}
        options={fits.map((fit) => ({ value: fit, text: words.fits[fit] }))}
        onChange={(fit) => write({ image: { fit } })}
      />
      <UploadPicture canvas_id={canvas_id} />
    </section>
  );
};

function UploadPicture({ canvas_id }: { readonly canvas_id: string }) {
  const [isBusy, setBusy] = useState(false);
  const send = (): void => choosePicture(canvas_id, setBusy);
  return (
    <Button icon={ImagePlus} busy={isBusy} onClick={send}>
      {panelTexts.value.canvas.otherPicture}
    </Button>
  );
}

/** Asks for a picture and sends it. The background shows it when the server has it. */
function choosePicture(canvas_id: string, busy: (isBusy: boolean) => void = () => undefined): void {
  const send = async (file: File): Promise<void> => {
    busy(true);
    const path = `/canvases/${canvas_id}/background`;
    const { answer } = sendFile({ path, id: newId(), fields: {}, file, onProgress: () => undefined });
    const { status, body } = await answer;
    busy(false);
    const msg = String((body as { readonly msg?: unknown } | undefined)?.msg ?? '');
    if (status !== 200) sayFault(new Refusal(status === 0 ? 'unanswered' : 'refused', status, msg));
  };
  chooseFiles(([file]) => void (file && send(file)), { one: true, pictures: true });
}

function changed(background: Background, change: Change): Background {
  const { haze, grid, image, ...rest } = change;
  return {
    ...background,
    ...(rest as Partial<Background>),
    haze: { ...background.haze, ...haze },
    grid: { ...background.grid, ...grid },
    image: { ...background.image, ...image },
  };
}
