import { useSignal } from '@preact/signals';
import { ArrowLeft, Copy, Ellipsis, ListTree, Maximize, Search, Share2 } from 'lucide';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { say } from '../../parts/toast.tsx';
import { cursorChoice, PresenceBar } from '../../presence/presence-bar.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { AccountMenu } from '../frame/account-menu.tsx';
import { LazySharingDialog } from '../sharing/lazy-sharing-dialog.tsx';
import { linkTo } from '../sharing/link.ts';
import { ConnectionWord } from './connection-word.tsx';
import type { CanvasParts } from './use-parts.ts';

interface Props {
  readonly parts: CanvasParts;
  readonly name: string;
}

/** The one bar of a canvas: where one is, who else is, and what can be opened beside it. */
export function CanvasBar({ parts: { opened, outline, presence }, name }: Props) {
  const words = texts.value.canvas;
  const { panel } = outline;
  const toggle = (which: 'outline' | 'search') => (): void => {
    panel.value = panel.peek() === which ? undefined : which;
  };
  return (
    <header class="canvas-bar">
      {session.value?.user && (
        <a class="button quiet square" href="/" aria-label={words.back} title={words.back}>
          <Icon of={ArrowLeft} />
        </a>
      )}
      <div class="canvas-title">
        <h1>{name}</h1>
        <Badges opened={opened} />
        <ConnectionWord state={opened.board.state} />
      </div>
      <PresenceBar presence={presence} />
      <IconButton icon={Search} label={words.search} aria-pressed={panel.value === 'search'} onClick={toggle('search')} />
      <IconButton icon={ListTree} label={words.outline} aria-pressed={panel.value === 'outline'} onClick={toggle('outline')} />
      <Sharing opened={opened} presence={presence} name={name} />
      <AccountMenu />
    </header>
  );
}

/** What a person should know before they wonder. */
function Badges({ opened: { board } }: Pick<CanvasParts, 'opened'>) {
  const canvas = board.canvas.value;
  if (!canvas) return null;
  const words = texts.value.canvas;
  return (
    <>
      {canvas.mode === 'demo' && <span class="badge">{words.demo}</span>}
      {canvas.access === 'view' && <span class="badge wide-only">{words.readOnly}</span>}
    </>
  );
}

/** Share, and what else concerns the whole canvas. */
function Sharing({ opened: { board }, presence, name }: Pick<CanvasParts, 'opened' | 'presence'> & Pick<Props, 'name'>) {
  const isOpen = useSignal(false);
  const words = texts.value.canvas;
  const id = board.canvas_id;
  const items: readonly MenuItem[] = [
    { text: words.copyLink, icon: Copy, run: () => void copyLink(id) },
    { text: document.fullscreenElement ? words.leaveFullScreen : words.fullScreen, icon: Maximize, run: toggleFullScreen },
  ];
  return (
    <>
      {session.value?.user && (
        <Button icon={Share2} class="share-button" aria-label={words.share} onClick={() => (isOpen.value = true)}>
          {words.share}
        </Button>
      )}
      <Menu label={words.menu} button={<Icon of={Ellipsis} />} items={[items, [cursorChoice(presence)]]} />
      {isOpen.value && <LazySharingDialog of={{ kind: 'canvas', id, name }} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

/** A browser refuses without HTTPS, or when the person has said so; then the link stands where one can copy it by hand. */
async function copyLink(canvas_id: string): Promise<void> {
  const link = linkTo(canvas_id);
  try {
    await navigator.clipboard.writeText(link);
    say(texts.peek().canvas.copied);
  } catch {
    say(link);
  }
}

/** Where a browser forbids it, nothing happens. */
function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}
