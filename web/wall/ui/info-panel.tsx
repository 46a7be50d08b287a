import { Pin, Settings2, TabletSmartphone, Users, X } from 'lucide';
import { useState } from 'preact/hooks';
import { canvasAddress } from '../../../model/page-addresses.ts';
import { scale } from '../../parts/appearance/scale.ts';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import type { CanvasContext } from '../../scene/use-canvas-context.ts';
import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';
import { LazyQrCode } from './lazy-qr-code.ts';
import '../../parts/island.css';

interface Props {
  readonly wall: Wall;
  readonly context: CanvasContext;
  readonly name: string;
  readonly openSettings: (() => void) | undefined;
}

/** What is open here and who else is on it, with what people at a wall need besides the tools. */
export function InfoPanel({ wall, context, name, openSettings }: Props) {
  const [isTaken, setTaken] = useState(false);
  const { workspace } = wall;
  const words = wallTexts.value;
  const isNarrow = workspace.extent.value.width < wall.config.value.panel_min_width * Number(scale.value);
  if (!workspace.info_panel_visible.value || isNarrow) return null;
  const people = context.presence.people.value.length;
  const isPinned = workspace.pinned.value;
  const pin = (): void => {
    workspace.pinned.value = !isPinned;
  };
  return (
    <aside class="info-panel" aria-label={words.panel.title}>
      <div class="glass info-name">
        <Logo size={26} />
        <div>
          <h1>{name}</h1>
          <p>
            {wall.name.value} · {words.workspace(workspace.index + 1)}
          </p>
        </div>
      </div>
      <div class="glass info-tools">
        {people > 0 && (
          <span class="info-people" title={words.panel.people(people)}>
            <Icon of={Users} />
            <span aria-hidden="true">{people}</span>
            <span class="unseen">{words.panel.people(people)}</span>
          </span>
        )}
        <IconButton icon={Pin} label={words.panel.pin} aria-pressed={isPinned} onClick={pin} />
        <IconButton icon={TabletSmartphone} label={words.panel.take} aria-expanded={isTaken} onClick={() => setTaken(!isTaken)} />
        {openSettings && <IconButton icon={Settings2} label={words.panel.settings} onClick={openSettings} />}
        <IconButton icon={X} label={words.panel.close} onClick={() => wall.close()} />
      </div>
      {isTaken && (
        <div class="glass info-take">
          <LazyQrCode link={new URL(canvasAddress(context.opened.board.canvas_id), location.origin).href} />
          <p>{words.welcome.takeAbout}</p>
        </div>
      )}
    </aside>
  );
}
