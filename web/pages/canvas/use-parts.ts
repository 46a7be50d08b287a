import type { RefObject } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import { createOutline, type Outline } from '../../outline/outline.ts';
import { outlineShortcuts } from '../../outline/outline-shortcuts.ts';
import { createPresence, type Presence } from '../../presence/presence.ts';
import type { Tap } from '../../view/input.ts';
import type { Navigation } from '../../view/navigation.ts';
import { useNavigation } from '../../view/use-navigation.ts';
import type { OpenedCanvas } from './opened-canvas.ts';

/** What an opened canvas has besides its picture. */
export interface CanvasParts {
  readonly opened: OpenedCanvas;
  readonly navigation: Navigation;
  readonly outline: Outline;
  readonly presence: Presence;
  /** Called for each tap, besides the selection: one on a web page of the canvas begins to use that page. */
  readonly alsoTapped: { current: ((tap: Tap) => void) | undefined };
}

/** Makes the parts for one canvas, and ends them with it. */
export function useParts(stage: RefObject<HTMLElement | null>, opened: OpenedCanvas): CanvasParts {
  const { board, camera, frames } = opened;
  const selects = useRef<Outline['tapped']>(undefined);
  const alsoTapped = useRef<(tap: Tap) => void>(undefined);
  const tapped = useCallback((tap: Tap) => {
    selects.current?.(tap);
    alsoTapped.current?.(tap);
  }, []);
  const navigation = useNavigation(stage, { camera, frames, board, tapped });
  const outline = useMemo(() => outlineOf(opened, navigation), [opened, navigation]);
  const presence = useMemo(() => presenceOf(opened, navigation, outline), [opened, navigation, outline]);
  selects.current = outline.tapped;
  useEffect(() => navigation.shortcuts.add(outlineShortcuts(outline)), [navigation, outline]);
  useEffect(() => outline.close, [outline]);
  useEffect(() => presence.close, [presence]);
  return useMemo(() => ({ opened, navigation, outline, presence, alsoTapped }), [opened, navigation, outline, presence]);
}

const outlineOf = ({ board, camera }: OpenedCanvas, { travel }: Navigation): Outline =>
  createOutline({ board, camera, travel, clock: usualClock, kept: localStorage });

const presenceOf = ({ board, connection }: OpenedCanvas, { motion }: Navigation, { speech }: Outline): Presence =>
  createPresence({
    canvas_id: board.canvas_id,
    connection,
    motion,
    kept: localStorage,
    clock: usualClock,
    say: (text) => speech.say(text),
  });
