import { type Signal, useComputed, useSignal } from '@preact/signals';
import { Lock, Map as MapIcon, X } from 'lucide';
import { useCallback, useEffect } from 'preact/hooks';
import type { Box } from '../../../model/looks/shapes.ts';
import { IconButton } from '../../parts/button.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts.ts';
import type { Camera, Extent } from '../../view/camera.ts';
import { isHandHeld } from '../../view/input.ts';
import type { Navigation } from '../../view/navigation.ts';
import { viewHash } from '../../view/view-link.ts';
import { type ToolCommands, viewShortcuts } from '../../view/view-shortcuts.ts';
import { useOwnShortcutList } from '../frame/shortcuts.ts';
import { AnchorMenu } from './anchors.tsx';
import { Minimap, type MinimapProps } from './minimap.tsx';
import { ZoomBar } from './zoom-bar.tsx';
import '../../parts/island.css';
import './view-tools.css';

const ShortcutList = lazyDialog(
  () => import('./shortcuts.tsx').then((file) => file.ShortcutList),
  ({ close }) => close(),
);

/** What moves the view of a canvas by buttons, in a corner of it: overview, anchors, zoom, and the list of shortcuts. */
export function ViewTools(props: Omit<MinimapProps, 'close'>) {
  const { navigation } = props;
  const { camera, preferences } = navigation;
  const listed = useSignal(false);
  const unfolded = useSignal(false);
  // The tools are folded away while nothing lies outside of what is seen
  const isAllSeen = useComputed(() => holds(camera.seen.value, camera.canvas.value));
  const minimap = useComputed(() => preferences.minimap.value === true);
  const commands = {
    copyLink: () => void copyLink(camera),
    holdView: () => {
      camera.held.value = !camera.held.peek();
    },
    toggleMinimap: () => {
      preferences.minimap.value = !minimap.peek();
    },
    showShortcuts: useCallback(() => {
      listed.value = true;
    }, [listed]),
  };
  useShortcuts(navigation, commands);
  useOwnShortcutList(commands.showShortcuts);
  return (
    <div class="view-tools">
      {minimap.value && !isAllSeen.value && <Minimap {...props} close={commands.toggleMinimap} />}
      <div class={`view-bar glass${unfolded.value ? '' : ' folded'}`}>
        <IconButton
          icon={unfolded.value ? X : MapIcon}
          class="view-fold"
          label={texts.value.view.tools}
          aria-expanded={unfolded.value}
          onClick={() => {
            unfolded.value = !unfolded.value;
          }}
        />
        {(camera.held.value || !isHandHeld()) && (
          <IconButton
            icon={Lock}
            label={texts.value.view.hold}
            aria-pressed={camera.held.value}
            aria-keyshortcuts={navigation.shortcuts.aria('hold-view')}
            onClick={commands.holdView}
          />
        )}
        <AnchorMenu navigation={navigation} />
        <ZoomBar navigation={navigation} minimap={minimap} isAllSeen={isAllSeen} {...commands} />
      </div>
      {listed.value && <ShortcutList navigation={navigation} close={hide(listed)} />}
    </div>
  );
}

function holds(seen: Box, canvas: Extent | undefined): boolean {
  if (!canvas) return true;
  return seen.x <= 0 && seen.y <= 0 && seen.x + seen.width >= canvas.width && seen.y + seen.height >= canvas.height;
}

function useShortcuts({ camera, travel, shortcuts }: Navigation, commands: ToolCommands): void {
  useEffect(() => shortcuts.add(viewShortcuts({ camera, travel, ...commands })), [camera, travel, shortcuts]);
}

const hide = (shown: Signal<boolean>) => (): void => {
  shown.value = false;
};

/** A browser refuses without HTTPS, or when the person has said so. */
async function copyLink({ seen }: Camera): Promise<void> {
  const { linkCopied, linkNotCopied } = texts.peek().view;
  const link = new URL(viewHash(seen.peek()), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(linkCopied);
  } catch {
    say(linkNotCopied(link));
  }
}
