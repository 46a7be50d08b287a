import { type Signal, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import { createOutline, type Outline } from '../outline/outline.ts';
import { outlineShortcuts } from '../outline/outline-shortcuts.ts';
import type { MenuItem } from '../parts/menu/menu-items.tsx';
import { createPresence, type Presence } from '../presence/presence.ts';
import { type Claim, claimView, isDoubleTap, type Tap } from '../view/input.ts';
import type { FirstView, Navigation } from '../view/navigation.ts';
import type { Takeover } from '../view/takeover.ts';
import { useNavigation } from '../view/use-navigation.ts';
import type { OpenedCanvas } from './opened-canvas.ts';
import type { StageContext } from './stage-context.ts';

/** What an opened canvas has besides its picture. */
export interface CanvasContext {
  readonly opened: OpenedCanvas;
  readonly navigation: Navigation;
  readonly outline: Outline;
  readonly presence: Presence;
  /** Called for each tap, besides the selection: one on a web page of the canvas begins to use that page. */
  readonly alsoTapped: { current: ((tap: Tap) => void) | undefined };
  /** What the stage shows, once it does. */
  readonly shown: Signal<StageContext | undefined>;
  /** Set while the person edits. */
  readonly takeover: { current: Takeover | undefined };
  /** What the menu of the canvas offers besides, while the person edits. */
  readonly moreItems: Signal<readonly MenuItem[]>;
}

/** Makes the context of one canvas, and ends them with it. */
export function useCanvasContext(stage: RefObject<HTMLElement | null>, opened: OpenedCanvas, first?: FirstView): CanvasContext {
  const { board, camera, frames } = opened;
  const selects = useRef<Outline['tapped']>(undefined);
  const alsoTapped = useRef<(tap: Tap) => void>(undefined);
  const takeover = useRef<Takeover>(undefined);
  const tapped = useCallback((tap: Tap) => {
    if (takeover.current?.tapped(tap)) return true;
    if (isDoubleTap(tap)) return false;
    selects.current?.(tap);
    alsoTapped.current?.(tap);
    return true;
  }, []);
  const claim = useCallback<Claim>((event, pointer) => (takeover.current?.claim ?? claimView)(event, pointer), []);
  const navigation = useNavigation(stage, { camera, frames, board, first, claim, tapped });
  const outline = useMemo(() => outlineOf(opened, navigation), [opened, navigation]);
  const presence = useMemo(() => presenceOf(opened, navigation, outline), [opened, navigation, outline]);
  selects.current = outline.tapped;
  useEffect(() => navigation.shortcuts.add(outlineShortcuts(outline)), [navigation, outline]);
  useEffect(() => outline.close, [outline]);
  useEffect(() => presence.close, [presence]);
  return useMemo(
    () => ({ opened, navigation, outline, presence, alsoTapped, takeover, shown: signal(undefined), moreItems: signal([]) }),
    [opened, navigation, outline, presence],
  );
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
