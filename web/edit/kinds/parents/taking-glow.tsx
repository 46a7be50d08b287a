import type { ReadonlySignal } from '@preact/signals';
import { shortName } from '../../../outline/labels.ts';
import { texts } from '../../../texts.ts';
import type { Camera } from '../../../view/camera.ts';
import { editTexts } from '../../texts.ts';
import { screenBox } from '../connect/under-way.tsx';
import type { Taking } from './drop-parents.ts';
import './taking-glow.css';

interface Props {
  readonly camera: Pick<Camera, 'view' | 'toScreen'>;
  readonly taking: ReadonlySignal<Taking | undefined>;
}

/** The edge of what would take the carried things, and its name. */
export function TakingGlow({ camera, taking }: Props) {
  const taker = taking.value;
  if (!taker) return null;
  camera.view.value;
  const { x, y, width, height } = screenBox(taker.item.box, camera);
  const name = shortName(taker.item.widget, texts.value.outline);
  return (
    <div
      class={taker.isCell ? 'taking cell' : 'taking'}
      style={{ translate: `${x}px ${y}px`, width: `${width}px`, height: `${height}px` }}
    >
      <p class="taking-name">{editTexts.value.kinds.putOn(name)}</p>
    </div>
  );
}
