import { useSignal } from '@preact/signals';
import { Braces, ClipboardPaste } from 'lucide';
import { useEffect } from 'preact/hooks';
import { groundOf } from '../../../model/looks/grounds.ts';
import type { Background } from '../../../model/resources/background.ts';
import { isDark } from '../../parts/appearance/theme.ts';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { lazyPanel, panelTexts } from '../panel-texts.ts';
import type { ToolId } from '../seat.ts';
import type { Tool } from '../tool.ts';
import './empty-board.css';

interface Props {
  readonly editing: Editing;
  readonly tools: readonly Tool[];
  /** Makes the thing of a tool, or chooses it. */
  readonly begin: (tool: Tool) => void;
  /** Something is there now, and this goes. */
  readonly isGoing: boolean;
  /** Nothing of it is seen any more. */
  readonly gone: () => void;
}

const CommandDialog = lazyPanel(
  () => import('./command-dialog.tsx').then((file) => file.CommandDialog),
  ({ onClose }) => onClose(),
);

/** What a person sees on a canvas without anything: five ways to begin, help, and where things are. */
export function EmptyBoard({ editing, tools, begin, isGoing, gone }: Props) {
  const words = panelTexts.value.empty;
  const isAsking = useSignal(false);
  useEffect(() => {
    // Without motion no transition ends
    if (isGoing && matchMedia('(prefers-reduced-motion: reduce)').matches) gone();
  }, [isGoing]);
  const needsPlate = isHardToRead(editing.board.background.value);
  return (
    <section
      class={isGoing ? 'empty-board going' : 'empty-board'}
      aria-label={words.title}
      onTransitionEnd={() => isGoing && gone()}
    >
      {!needsPlate && <Arrows />}
      <div class={needsPlate ? 'empty-plate' : ''}>
        <h2>{words.title}</h2>
        <p>{words.hint}</p>
        <div class="empty-targets">
          {targets.map((target) => (
            <TargetButton
              key={target.tool}
              target={target}
              tool={tools.find(({ id }) => id === target.tool)}
              editing={editing}
              begin={begin}
            />
          ))}
        </div>
        <ul class="empty-help">
          <li class="pointer-only">
            <Icon of={ClipboardPaste} size={17} />
            {words.paste}
            <kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ V' : words.pasteKeys}</kbd>
          </li>
          <li class="pointer-only">{words.drop}</li>
          <li>
            <Icon of={Braces} size={17} />
            <button type="button" onClick={() => (isAsking.value = true)}>
              {words.forPrograms}
            </button>
          </li>
        </ul>
      </div>
      {isAsking.value && <CommandDialog board={editing.board} onClose={() => (isAsking.value = false)} />}
    </section>
  );
}

/** Letters in the colours of the theme need a ground of their own on pictures, and on a sheet that is dark on a light page or light on a dark one. */
const isHardToRead = (background: Background | undefined): boolean =>
  background?.type !== 'solid_color' || groundOf(background).isDark !== isDark.value;

interface Target {
  readonly tool: ToolId;
  readonly text: 'note' | 'picture' | 'text' | 'draw' | 'page';
  /** The colour of its icon, and faintly of the tile behind that. */
  readonly spot: string;
}

const targets: readonly Target[] = [
  { tool: 'note', text: 'note', spot: 'light-dark(#b98a12, #ffdb6e)' },
  { tool: 'file', text: 'picture', spot: 'light-dark(#1b7548, #83d9ab)' },
  { tool: 'text', text: 'text', spot: 'light-dark(#2f5bdb, #93b1ff)' },
  { tool: 'pen', text: 'draw', spot: 'light-dark(#d6402b, #ff9d92)' },
  { tool: 'browser', text: 'page', spot: 'light-dark(#7a5bd6, #c3b1ff)' },
];

interface TargetProps extends Pick<Props, 'editing' | 'begin'> {
  readonly target: Target;
  readonly tool: Tool | undefined;
}

function TargetButton({ target, tool, editing, begin }: TargetProps) {
  if (!tool) return null;
  return (
    <button type="button" class="empty-target" style={{ '--spot': target.spot }} onClick={() => begin(tool)}>
      <span>
        <Icon of={tool.icon} size={30} />
      </span>
      <b>
        {panelTexts.value.empty[target.text]}
        <kbd>{editing.navigation.shortcuts.hint(`tool-${tool.id}`, texts.value)}</kbd>
      </b>
    </button>
  );
}

function Arrows() {
  const words = panelTexts.value.empty;
  return (
    <div aria-hidden="true">
      <p class="empty-arrow to-name">
        <span>{words.toName}</span>
        <svg aria-hidden="true" viewBox="0 0 72 80" width="72" height="80">
          <path d="M58 8c-6 34-24 54-52 62" />
          <path d="M50 20 58 6 70 17" />
        </svg>
      </p>
      <p class="empty-arrow to-share">
        <span>{words.toShare}</span>
        <svg aria-hidden="true" viewBox="0 0 56 84" width="56" height="84">
          <path d="M44 6c2 34-10 54-38 72" />
          <path d="M34 20 44 5l11 14" />
        </svg>
      </p>
      <p class="empty-arrow to-tools">
        <span>{words.toTools}</span>
        <svg aria-hidden="true" viewBox="0 0 64 62" width="64" height="62">
          <path d="M6 6c28 12 44 26 48 50" />
          <path d="M43 44 55 58 65 43" />
        </svg>
      </p>
    </div>
  );
}
