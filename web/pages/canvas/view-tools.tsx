import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts/texts.ts';
import type { Camera } from '../../view/camera.ts';
import type { Navigation } from '../../view/navigation.ts';
import { viewHash } from '../../view/view-link.ts';
import { type ToolCommands, viewShortcuts } from '../../view/view-shortcuts.ts';
import { useOwnShortcutList } from '../frame/shortcuts.ts';
import { AnchorMenu } from './anchors.tsx';
import { Minimap, type MinimapProps } from './minimap.tsx';
import { ShortcutList } from './shortcuts.tsx';
import { ZoomBar } from './zoom-bar.tsx';
import './view-tools.css';

/** What moves the view of a canvas by buttons, in a corner of it: overview, anchors, zoom, and the list of shortcuts. */
export function ViewTools(props: Omit<MinimapProps, 'close'>) {
  const { navigation } = props;
  const { camera, preferences } = navigation;
  const listed = useSignal(false);
  const minimap = useComputed(() => preferences.minimap.value ?? camera.extent.value.width >= ROOMY);
  const commands = {
    copyLink: () => void copyLink(camera),
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
      {minimap.value && <Minimap {...props} close={commands.toggleMinimap} />}
      <div class="view-bar">
        <AnchorMenu navigation={navigation} />
        <ZoomBar navigation={navigation} minimap={minimap} {...commands} />
      </div>
      {listed.value && <ShortcutList navigation={navigation} close={hide(listed)} />}
    </div>
  );
}

/** Pixels of the screen from which an overview hides nothing that matters. */
const ROOMY = 900;

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
