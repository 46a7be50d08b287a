import { useMemo } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { say, sayFault } from '../../../parts/toast.tsx';
import { rescueTexts } from '../rescue-texts.ts';
import { discard } from './discard.ts';
import type { StrokeEntry } from './salvage.ts';
import type { SalvageList } from './salvage-list.ts';
import { salvageTarget } from './salvage-target.ts';
import { pictureOf, pngOf, type StrokePicture } from './stroke-picture.ts';

interface Props {
  /** Strokes of one canvas. */
  readonly entries: readonly StrokeEntry[];
  readonly salvage: SalvageList;
}

export function StrokesCard({ entries, salvage }: Props) {
  const words = rescueTexts.value.salvage;
  const picture = useMemo(() => pictureOf(entries), [entries.map(({ key }) => key).join()]);
  const target = salvageTarget.value;
  const put = (): void => {
    target!.putStrokes(entries);
    salvage.remove(entries);
  };
  return (
    <li class="salvage-card">
      <p>{words.strokesRefused(entries.length)}</p>
      <small dir="auto">{entries[0]!.value.canvas_name}</small>
      <Strokes picture={picture} name={words.strokes(entries.length)} />
      <div class="salvage-choices">
        {entries.every((entry) => target?.takes(entry)) && (
          <Button kind="primary" onClick={put}>
            {words.putBack}
          </Button>
        )}
        <Button onClick={() => copyPicture(picture)}>{canCopy ? words.copy : words.download}</Button>
        <Button kind="quiet" onClick={() => discard(salvage, entries)}>
          {words.discard}
        </Button>
      </div>
    </li>
  );
}

function Strokes({ picture: { box, lines }, name }: { readonly picture: StrokePicture; readonly name: string }) {
  return (
    <svg class="salvage-strokes" viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} role="img" aria-label={name}>
      {lines.map(({ x, y, zoom, path, colour, width }, at) => (
        <path
          key={at}
          d={path}
          transform={`translate(${x} ${y}) scale(${zoom})`}
          fill={width > 0 ? 'none' : colour}
          stroke={width > 0 ? colour : 'none'}
          stroke-width={width}
        />
      ))}
    </svg>
  );
}

/** Scripts write pictures to the clipboard only where the page comes over HTTPS. */
const canCopy = isSecureContext && 'ClipboardItem' in globalThis;

/** Copies a picture, which every program takes. */
async function copyPicture(picture: StrokePicture): Promise<void> {
  const words = rescueTexts.peek().salvage;
  try {
    if (canCopy) {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(picture) })]);
      say(words.copied);
    } else download(await pngOf(picture), words.fileName);
  } catch (cause) {
    sayFault(cause);
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
