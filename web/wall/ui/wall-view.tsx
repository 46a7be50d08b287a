import { useEffect, useRef, useState } from 'preact/hooks';
import { useTitle } from '../../pages/frame/title.ts';
import { Button } from '../../parts/button.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { useLasting } from '../../scene/use-lasting.ts';
import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';
import { Identify } from './identify.tsx';
import { Messages } from './messages.tsx';
import { StillHere } from './still-here.tsx';
import { Welcome } from './welcome.tsx';
import { WorkspaceCanvas } from './workspace-canvas.tsx';
import './wall.css';

const Settings = lazyDialog(
  () => import('./settings.tsx').then((file) => file.Settings),
  ({ onClose }) => onClose(),
);

interface Props {
  readonly wall: Wall;
  /** Makes the browser of a person an ordinary one again; undefined: it was paired as a wall. */
  readonly forget: (() => void) | undefined;
}

/** All that a display shows. Its attributes tell from outside, such as to tests, what REST tells of it. */
export function WallView({ wall, forget }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [hasSettings, setSettings] = useState(false);
  const words = wallTexts.value;
  const { workspace } = wall;
  const title = words.title(wall.name.value);
  useTitle(title);
  useEffect(() => watchSize(root.current!, workspace), [workspace]);
  useEffect(() => watchTouches(root.current!, wall), [wall]);
  const openSettings = wall.config.value.locked ? undefined : (): void => setSettings(true);
  return (
    <div
      ref={root}
      class="wall"
      data-display
      data-surface="main"
      data-workspaces="1"
      data-state={wall.state.value}
      data-client={wall.client_id.value}
      data-idle={wall.idle.state.value}
      data-reload={wall.reloading.waiting.value}
    >
      <main id="main" class="wall-main" aria-label={title}>
        <WorkspaceRegion wall={wall} openSettings={openSettings} />
        {hasSettings && openSettings && <Settings wall={wall} forget={forget} onClose={() => setSettings(false)} />}
      </main>
      <ConnectionNotice wall={wall} />
      {wall.notices.identified.value && <Identify wall={wall} />}
      <Messages notices={wall.notices} />
      {wall.idle.state.value === 'asking' && <StillHere wall={wall} />}
      {wall.state.value === 'replaced' && <Replaced wall={wall} />}
    </div>
  );
}

function WorkspaceRegion({ wall, openSettings }: { readonly wall: Wall; readonly openSettings: (() => void) | undefined }) {
  const { workspace } = wall;
  const opened = workspace.opened.value;
  const { x, y, width, height } = workspace.view_rectangle.value;
  return (
    <section
      class="workspace"
      aria-label={wallTexts.value.workspace(workspace.index + 1)}
      data-index={workspace.index}
      data-canvas={workspace.canvas_id.value}
      data-workspace-state={workspace.state.value}
      data-view={[x, y, width, height].join()}
      data-pinned={workspace.pinned.value}
    >
      {opened ? (
        <WorkspaceCanvas key={opened} wall={wall} opened={opened} openSettings={openSettings} />
      ) : (
        <Welcome wall={wall} openSettings={openSettings} />
      )}
    </section>
  );
}

/** A connection that is lost for a moment needs no word. */
const PATIENCE_MS = 3_000;

/** A quiet word at the edge: what is seen may be old. */
function ConnectionNotice({ wall }: { readonly wall: Wall }) {
  const words = wallTexts.value;
  const isAway = useLasting(['waiting', 'connecting', 'refused'].includes(wall.state.value), PATIENCE_MS);
  const contact = wall.config.value.contact;
  return (
    <p role="status" class={isAway ? 'wall-connection' : 'unseen'}>
      {isAway && [wall.refusal.value || words.waiting, contact && words.contact(contact)].filter(Boolean).join(' ')}
    </p>
  );
}

/** Another window has the place of this one. */
function Replaced({ wall }: { readonly wall: Wall }) {
  const words = wallTexts.value.replaced;
  return (
    <div class="wall-veil" role="alertdialog" aria-labelledby="replaced-title" aria-describedby="replaced-about">
      <div class="wall-card">
        <h1 id="replaced-title">{words.title}</h1>
        <p id="replaced-about">{words.about}</p>
        <Button kind="primary" onClick={() => wall.connect()}>
          {words.here}
        </Button>
      </div>
    </div>
  );
}

/** The size of the workspace is that of the window. Returns what ends that. */
function watchSize(element: HTMLElement, { extent }: Wall['workspace']): () => void {
  const observer = new ResizeObserver(() => {
    extent.value = { width: element.clientWidth, height: element.clientHeight };
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tells of each touch, and whether it was on a canvas and so may change what is shown. Returns what ends that. */
function watchTouches(element: HTMLElement, wall: Wall): () => void {
  const touched = ({ target }: Event): void =>
    wall.touched(target instanceof Element && target.closest('.workspace-canvas') !== null);
  const events = ['pointerdown', 'wheel', 'keydown'] as const;
  for (const type of events) element.addEventListener(type, touched, { capture: true, passive: true });
  return () => {
    for (const type of events) element.removeEventListener(type, touched, { capture: true });
  };
}
