import { type ReadonlySignal, useComputed } from '@preact/signals';
import { Keyboard, Link, Map as MapIcon, Minus, Plus } from 'lucide';
import { IconButton } from '../../parts/button.tsx';
import { Menu, type MenuItem } from '../../parts/menu/menu.tsx';
import { language, texts } from '../../texts.ts';
import type { Navigation } from '../../view/navigation.ts';
import { type ToolCommands, ZOOM_STEP } from '../../view/view-shortcuts.ts';
import type { WheelWish } from '../../view/wheel.ts';

interface Props extends ToolCommands {
  readonly navigation: Navigation;
  /** Whether the overview is wanted, and whether it would show nothing that is not seen already. */
  readonly minimap: ReadonlySignal<boolean>;
  readonly isAllSeen: ReadonlySignal<boolean>;
}

/** Smaller, the zoom and where one can go with it, larger; and whether the overview is shown. */
export function ZoomBar({ navigation, minimap, isAllSeen, ...commands }: Props) {
  const { camera, travel, shortcuts } = navigation;
  const { view } = texts.value;
  // A computed value, so that moving the view does not draw the bar anew
  const percent = useComputed(() => percentOf(camera.view.value.zoom)).value;
  return (
    <>
      <IconButton
        icon={MapIcon}
        label={isAllSeen.value ? view.minimapFolded : view.minimap}
        aria-pressed={minimap.value && !isAllSeen.value}
        aria-disabled={isAllSeen.value || undefined}
        aria-keyshortcuts={shortcuts.aria('minimap')}
        onClick={isAllSeen.value ? undefined : commands.toggleMinimap}
      />
      <span class="view-bar-line" />
      <IconButton
        icon={Minus}
        label={view.zoomOut}
        aria-keyshortcuts={shortcuts.aria('zoom-out')}
        onClick={() => travel.zoomBy(1 / ZOOM_STEP)}
      />
      <Menu
        label={view.zoomMenu(percent)}
        button={percent}
        class="button quiet view-percent"
        items={itemsOf(navigation, commands)}
      />
      <IconButton
        icon={Plus}
        label={view.zoomIn}
        aria-keyshortcuts={shortcuts.aria('zoom-in')}
        onClick={() => travel.zoomBy(ZOOM_STEP)}
      />
    </>
  );
}

function percentOf(zoom: number): string {
  const digits = zoom < 0.0995 ? 1 : 0;
  return new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: digits }).format(zoom);
}

function itemsOf({ travel, shortcuts, preferences }: Navigation, { copyLink, showShortcuts }: ToolCommands): MenuItem[][] {
  const { view } = texts.value;
  const hinted = (id: string, item: Omit<MenuItem, 'hint'>): MenuItem => {
    const hint = shortcuts.hint(id, texts.value);
    return hint === undefined ? item : { ...item, hint };
  };
  const wheel = (wish: WheelWish, text: string): MenuItem => ({
    text,
    checked: preferences.wheel.value === wish,
    run: () => {
      preferences.wheel.value = wish;
    },
  });
  const selection = travel.selection.value ? [hinted('fit-selection', { text: view.fitSelection, run: travel.toSelection })] : [];
  return [
    [
      hinted('fit', { text: view.fitAll, run: travel.toAll }),
      hinted('fit-content', { text: view.fitContent, run: travel.toContent }),
      ...selection,
      hinted('actual', { text: `${view.actualSize} (${percentOf(1)})`, run: () => travel.zoomTo(1) }),
    ],
    [wheel('pan', view.wheelPans), wheel('zoom', view.wheelZooms)],
    [
      hinted('copy-view', { text: view.copyLink, icon: Link, run: copyLink }),
      hinted('shortcuts', { text: view.shortcuts, icon: Keyboard, run: showShortcuts }),
    ],
  ];
}
