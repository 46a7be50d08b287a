import { useSignal } from '@preact/signals';
import { Check, Copy, KeyRound } from 'lucide';
import { useEffect } from 'preact/hooks';
import type { Board } from '../../live/board.ts';
import { loadOutside, serverAddress } from '../../pages/sharing/link.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { session } from '../../session/session.ts';
import { panelTexts } from '../panel-texts.ts';
import { commandFor, makeToken } from './note-command.ts';
import './command-dialog.css';

interface Props {
  readonly board: Pick<Board, 'canvas_id' | 'size'>;
  readonly onClose: () => void;
}

/** The command has no secret in it, unless the person makes a token for it, which is good for this canvas and a day. */
export function CommandDialog({ board: { canvas_id, size }, onClose }: Props) {
  const words = panelTexts.value.empty;
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
    <Dialog title={words.command} onClose={onClose} wide>
      <div class="note-command">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keys, too */}
        <pre tabIndex={0}>
          <code>{command}</code>
        </pre>
        <p>{token.value === undefined ? words.commandWithout : words.commandWith}</p>
        <div class="note-command-actions">
          <Button kind="primary" icon={Copy} onClick={() => void copy(command)}>
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
      </div>
    </Dialog>
  );
}

/** Where the browser refuses, the command still stands there to be marked and copied by hand. */
async function copy(command: string): Promise<void> {
  const { commandCopied, commandNotCopied } = panelTexts.peek().empty;
  // Plain HTTP has no clipboard at all
  const copied = navigator.clipboard?.writeText(command) ?? Promise.reject(new Error('no clipboard'));
  await copied.then(
    () => say(commandCopied),
    () => say(commandNotCopied),
  );
}
