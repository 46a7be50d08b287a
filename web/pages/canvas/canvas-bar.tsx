import { ArrowLeft, Copy, Ellipsis, ListTree, Maximize, Search, Share2 } from 'lucide';
import { Badge } from '../../parts/badge.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { Menu, type MenuItem } from '../../parts/menu/menu.tsx';
import { say } from '../../parts/toast.tsx';
import { cursorChoice, PresenceBar } from '../../presence/presence-bar.tsx';
import { mayEdit } from '../../scene/stage.tsx';
import type { CanvasContext } from '../../scene/use-canvas-context.ts';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { AccountMenu } from '../frame/account-menu.tsx';
import { linkTo } from '../sharing/link.ts';
import { CanvasTitle } from './canvas-title.tsx';
import { ConnectionWord } from './connection-word.tsx';
import { isNarrow } from './narrow.ts';
import '../../parts/island.css';

interface Props {
  readonly context: CanvasContext;
  readonly name: string;
}

/**
 * Two islands above the canvas: the name and the place of the canvas, and the people here with what can be opened beside the
 * canvas. On a phone they are one.
 */
export const CanvasBar = ({ context, name }: Props) => (
  <header class="canvas-bar">
    <div class="glass canvas-name">
      <HomeLink />
      <span class="canvas-line" />
      <div class="canvas-title">
        <CanvasTitle context={context} name={name} />
        <div class="canvas-words">
          <Badges opened={context.opened} />
          <ConnectionWord opened={context.opened} />
        </div>
      </div>
    </div>
    <People context={context} />
  </header>
);

/** The mark says whose product this is, to guests, too. */
function HomeLink() {
  const { back } = texts.value.canvas;
  const { user, server } = session.value ?? {};
  const label = user ? back : server?.name || texts.value.common.name;
  return (
    <a class="canvas-home" href="/" aria-label={label} title={label}>
      <Logo size={26} />
      {user && <Icon of={ArrowLeft} />}
    </a>
  );
}

/** What a person should know before they wonder. */
function Badges({ opened: { board } }: Pick<CanvasContext, 'opened'>) {
  const canvas = board.canvas.value;
  if (!canvas) return null;
  const words = texts.value.canvas;
  return (
    <>
      {canvas.mode === 'demo' && <Badge>{words.demo}</Badge>}
      {!mayEdit(board) && <Badge>{words.readOnly}</Badge>}
    </>
  );
}

/** Faces would push the name of the canvas off a phone: one alone has room, and several are a number. */
const FACES_ON_PHONE = 0;

function People({ context: { opened, outline, presence, moreItems } }: Pick<Props, 'context'>) {
  const words = texts.value.canvas;
  const { panel } = outline;
  const user = session.value?.user;
  const narrow = isNarrow.value;
  const toggle = (which: NonNullable<typeof panel.value>) => (): void => {
    panel.value = panel.peek() === which ? undefined : which;
  };
  const panels: readonly MenuItem[] = [
    { text: words.search, icon: Search, run: toggle('search') },
    { text: words.outline, icon: ListTree, run: toggle('outline') },
  ];
  return (
    <div class="glass canvas-people">
      {(!user || !narrow) && <AccountMenu />}
      <PresenceBar presence={presence} most={narrow ? FACES_ON_PHONE : undefined} />
      {user && (
        <Button
          kind={narrow ? 'quiet' : 'primary'}
          icon={Share2}
          class="share-button"
          aria-label={words.share}
          aria-expanded={panel.value === 'share'}
          onClick={toggle('share')}
        >
          {words.share}
        </Button>
      )}
      {!narrow && (
        <>
          <span class="canvas-line" />
          <IconButton icon={Search} label={words.search} aria-pressed={panel.value === 'search'} onClick={toggle('search')} />
          <IconButton
            icon={ListTree}
            label={words.outline}
            aria-pressed={panel.value === 'outline'}
            onClick={toggle('outline')}
          />
        </>
      )}
      <Menu
        label={words.menu}
        button={<Icon of={Ellipsis} />}
        items={[...(narrow ? [panels] : []), moreItems.value, itemsOf(opened.board.canvas_id), [cursorChoice(presence)]].filter(
          hasItems,
        )}
      />
    </div>
  );
}

const hasItems = (group: readonly MenuItem[]): boolean => group.length > 0;

function itemsOf(canvas_id: string): readonly MenuItem[] {
  const words = texts.value.canvas;
  return [
    { text: words.copyLink, icon: Copy, run: () => void copyLink(canvas_id) },
    { text: document.fullscreenElement ? words.leaveFullScreen : words.fullScreen, icon: Maximize, run: toggleFullScreen },
  ];
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
