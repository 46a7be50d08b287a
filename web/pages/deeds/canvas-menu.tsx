import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { usualClock } from '../../../client/index.ts';
import type { ShownCanvas } from '../../live/board.ts';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { MenuAt } from '../../parts/menu/menu-at.tsx';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { canvases, folders, useLibrary } from '../home/library.ts';
import { homeOf, type ListedCanvas } from '../home/listed.ts';
import { comparerOf } from '../home/order.ts';
import type { Around } from '../home/questions/around.ts';
import { asked, question } from '../home/questions/asking.ts';
import { treeOf } from '../home/tree.ts';
import { doByKey, placeMenu } from './item-menu.ts';

const Questions = lazyDialog(() => import('../dialogs/questions.tsx').then((file) => file.Questions), asked);

interface Props {
  /** The canvas as the page of the canvas shows it: people who came by a link do not have it in their list. */
  readonly canvas: ShownCanvas;
  /** Whether the person pressed the button, which opens a menu, or the key that asks for a new name. */
  readonly wish: 'menu' | 'rename';
  readonly opener: RefObject<HTMLElement | null>;
  /** Neither the menu nor a question is open any more. */
  readonly onClose: () => void;
}

/** What only lists say of a canvas. */
const unlisted = { asset_size: 0, preview_hash: '', modified_at: '' };

/** At the name of an open canvas: what the dashboard offers to do with it, with the same questions. */
export function CanvasMenu({ canvas, wish, opener, onClose }: Props) {
  useLibrary();
  const { route } = useLocation();
  const person = session.value?.user;
  const all = folders.value;
  const tree = useMemo(
    () => (all && person ? treeOf(all, homeOf(person.id), comparerOf(language.value)) : undefined),
    [all, person, language.value],
  );
  const one: ListedCanvas = canvases.value?.get(canvas.id) ?? { ...unlisted, ...canvas };
  const around: Around | undefined =
    tree && person ? { person, folders: tree.folders, go: route, select: () => undefined } : undefined;
  const isReady = around !== undefined && canvases.value !== undefined;
  const [isOpen, setOpen] = useState(wish === 'menu');
  const at = useMemo(() => opener.current?.getBoundingClientRect(), []);
  useEffect(() => {
    if (isReady && wish === 'rename' && !doByKey('F2', [one], around)) onClose();
  }, [isReady]);
  useWhenAnswered(onClose);
  if (!isReady) return null;
  const close = (): void => {
    setOpen(false);
    // An entry of the menu asks its question after the menu has closed
    usualClock.after(0, () => question.peek() ?? onClose());
  };
  return (
    <>
      {isOpen && at && (
        <MenuAt
          label={texts.value.dashboard.actionsFor(one.name)}
          items={placeMenu(one, around)}
          at={at}
          opener={opener}
          onClose={close}
        />
      )}
      {question.value && <Questions person={person!} tree={tree!} go={route} />}
    </>
  );
}

/** Calls back when there was a question and none follows. */
function useWhenAnswered(answered: () => void): void {
  const isAsked = question.value !== undefined;
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsked && wasAsked.current) answered();
    wasAsked.current = isAsked;
  }, [isAsked]);
}
