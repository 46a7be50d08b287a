import { useSignal } from '@preact/signals';
import { Braces, Check, Copy, KeyRound } from 'lucide';
import { useEffect } from 'preact/hooks';
import { readableOn } from '../../../model/looks/colours.ts';
import { atLeast } from '../../../model/resources/permission.ts';
import type { Board } from '../../live/board.ts';
import { isDark } from '../../parts/appearance/theme.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { loadOutside, serverAddress } from '../sharing/link.ts';
import { commandFor, makeToken } from './note-command.ts';
import './empty-canvas.css';

type EmptyBoard = Pick<Board, 'canvas_id' | 'canvas' | 'background' | 'size'>;

/** Stands where the first widget will be, until it is there: what the canvas is for, and a command that puts a note on it. */
export function EmptyCanvas({ board }: { readonly board: EmptyBoard }) {
  const words = texts.value.canvas;
  const mayWrite = atLeast(board.canvas.value?.access ?? 'none', 'edit') && session.value?.user !== undefined;
  const isPlate = needsPlate(board);
  return (
    <div class="stage-note">
      {mayWrite && !isPlate && <ShareArrow />}
      <div class={isPlate ? 'stage-empty plate' : 'stage-empty'}>
        <h2>{words.emptyTitle}</h2>
        <p>{mayWrite ? words.emptyHint : words.emptyHintToLook}</p>
        {mayWrite && <NoteCommand board={board} />}
      </div>
    </div>
  );
}

/** Drawn by hand, from a word to the button for sharing. */
const ShareArrow = () => (
  <p class="stage-arrow">
    <span>{texts.value.canvas.askOthers}</span>
    <svg viewBox="0 0 56 84" aria-hidden="true">
      <path d="M44 6c2 34-10 54-38 72" />
      <path d="M34 20 44 5l11 14" />
    </svg>
  </p>
);

/** Letters in the colours of the theme need a ground of their own on a canvas that is dark on a light page, or the other way round. */
function needsPlate({ background }: EmptyBoard): boolean {
  const shown = background.value;
  if (shown?.type !== 'solid_color') return true;
  const isDarkGround = readableOn(shown.background_color) === '#ffffffff';
  return isDarkGround !== isDark.value;
}

/** The command has no secret in it, unless the person makes a token for it, which is good for this canvas and a day. */
function NoteCommand({ board: { canvas_id, size } }: { readonly board: EmptyBoard }) {
  const words = texts.value.canvas;
  const token = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  useEffect(() => void loadOutside(), []);
  const command = commandFor({
    server: serverAddress(),
    canvas_id,
    size: size.value ?? { width: 9600, height: 5400 },
    text: words.commandText,
    token: token.value,
  });
  const make = async (): Promise<void> => {
    busy.value = true;
    try {
      token.value = await makeToken(session.peek()!.user!.id, canvas_id, words.commandToken);
    } catch (cause) {
      sayFault(cause);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class="note-command" aria-label={words.command}>
      <h3>
        <Icon of={Braces} />
        <span>{words.command}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keys, too */}
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
      <p>{token.value === undefined ? words.commandWithout : words.commandWith}</p>
      <div class="note-command-actions">
        <Button icon={Copy} onClick={() => void copy(command)}>
          {words.copyCommand}
        </Button>
        {token.value === undefined ? (
          <Button kind="quiet" icon={KeyRound} busy={busy.value} onClick={() => void make()}>
            {words.makeToken}
          </Button>
        ) : (
          <span class="note-command-done" role="status">
            <Icon of={Check} />
            {words.tokenMade}
          </span>
        )}
      </div>
    </section>
  );
}

/** Where the browser refuses, the command still stands there to be marked and copied by hand. */
async function copy(command: string): Promise<void> {
  const { commandCopied, commandNotCopied } = texts.peek().canvas;
  await navigator.clipboard.writeText(command).then(
    () => say(commandCopied),
    () => say(commandNotCopied),
  );
}
