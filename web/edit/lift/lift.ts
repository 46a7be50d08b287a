import { effect } from '@preact/signals';
import type { SkipOwner } from '../../paint/kept-picture.ts';
import type { Editing } from '../editing.ts';
import { LiftedLayer } from './layer.ts';
import './lift.css';
import { HeldLines } from './lines.ts';

type LiftContext = Pick<Editing, 'board' | 'camera' | 'frames' | 'held' | 'islands' | 'layers' | 'picture'>;

/**
 * Shows what hands hold on layers of its own, which are painted once and then moved, while the picture leaves it out. Whatever is let go
 * stays there until the picture shows it, so that nothing flickers. Returns what ends that.
 * @param owner in whose name the picture leaves it out
 */
export function createLift(context: LiftContext, owner: SkipOwner = 'lifted'): () => void {
  const { board, camera, frames, held, picture } = context;
  const layers = new Set<LiftedLayer>();
  const lines = new HeldLines(context);
  let skipped: readonly ReadonlySet<string>[] = [];
  const skip = (): void => {
    const now = [...layers].map((layer) => layer.skipped).filter(({ size }) => size > 0);
    if (now.length === skipped.length && now.every((some, at) => some === skipped[at])) return;
    skipped = now;
    picture.skip(owner, new Set(now.flatMap((some) => [...some])));
  };
  const follow = (): void => {
    const groups = held.groups.value;
    for (const layer of layers) if (!layer.isLanding && !groups.includes(layer.group)) layer.land();
    for (const group of groups) {
      if (![...layers].some((layer) => layer.group === group)) layers.add(new LiftedLayer(group, context));
    }
    skip();
    frames.request();
  };
  const frame = (): void => {
    if (layers.size === 0) return;
    let isPainting = false;
    for (const layer of layers) {
      isPainting = layer.frame() || isPainting;
      if (!layer.isLanding || (layer.isPainted && !picture.sharp.peek())) continue;
      layer.remove();
      layers.delete(layer);
    }
    skip();
    lines.show([...new Set([...layers].filter(({ isPainted }) => isPainted).flatMap((layer) => layer.lines))]);
    if (isPainting) frames.request();
  };
  const ends = [
    effect(follow),
    effect(() => void [held.boxes.value, camera.view.value, frames.request()]),
    effect(() => void (picture.sharp.value && layers.size > 0 && frames.request())),
    board.onChange((change) => {
      for (const layer of layers) layer.change(change);
      lines.change();
      if (layers.size > 0) frames.request();
    }),
    frames.add(frame),
    () => picture.skip(owner, new Set()),
  ];
  return () => {
    for (const end of ends) end();
    for (const layer of layers) layer.remove();
    lines.remove();
  };
}
