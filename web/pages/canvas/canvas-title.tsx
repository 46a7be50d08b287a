import { ChevronDown } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../../texts/page.ts';
import { Icon } from '../../parts/icon.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import type { CanvasContext } from '../../scene/use-canvas-context.ts';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';

const CanvasMenu = lazyDialog(
  () => import('../deeds/deeds.ts').then((file) => file.CanvasMenu),
  ({ onClose }) => onClose(),
);

interface Props {
  readonly context: CanvasContext;
  readonly name: string;
}

/** The name of the canvas. Whoever has an account finds a menu behind it. */
export function CanvasTitle({ context: { opened, navigation }, name }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [wish, setWish] = useState<'menu' | 'rename' | undefined>(undefined);
  const hasAccount = Boolean(session.value?.user);
  useEffect(() => (hasAccount ? navigation.shortcuts.add([renaming(() => setWish('rename'))]) : undefined), [hasAccount]);
  const canvas = opened.board.canvas.value;
  if (!hasAccount || !canvas) return <h1 title={name}>{name}</h1>;
  return (
    <>
      <h1>
        <button
          ref={opener}
          type="button"
          class="canvas-name-button"
          title={texts.value.dashboard.actionsFor(name)}
          aria-haspopup="menu"
          aria-expanded={wish === 'menu'}
          onClick={() => setWish(wish === 'menu' ? undefined : 'menu')}
        >
          <span>{name}</span>
          <Icon of={ChevronDown} size={16} />
        </button>
      </h1>
      {wish && <CanvasMenu canvas={canvas} wish={wish} opener={opener} onClose={() => setWish(undefined)} />}
    </>
  );
}

const renaming = (run: () => void) => ({
  id: 'rename',
  keys: ['F2'],
  group: 'page' as const,
  text: ({ dashboard }: Texts) => dashboard.actions.rename,
  run,
});
