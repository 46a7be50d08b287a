import { useEffect, useRef } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import { kindWords } from '../../outline/labels.ts';
import { SidePanel } from '../../outline/side-panel.tsx';
import { texts } from '../../texts.ts';
import { editingByType } from '../by-type.ts';
import { writeText } from '../commands/text.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { refuseTooLong } from './text-limit.ts';
import './text-panel.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** A text of any length, beside the canvas: for texts of which their look shows only a part. */
export function TextPanel({ editing, onClose }: Props) {
  const { outline } = editing;
  const words = editTexts.value.text;
  outline.selection.ids.value;
  const item = outline.selection.single();
  const field = item && (editingByType as Readonly<Record<string, { text?: string }>>)[item.widget.widget_type]?.text;
  return (
    <SidePanel title={words.panel} onClose={onClose}>
      {item && field !== undefined ? (
        <LongText
          key={item.id}
          label={words.textOf(kindWords(item.widget.widget_type, texts.value.outline)[0])}
          editing={editing}
          id={item.id}
          field={field}
        />
      ) : (
        <p class="text-panel-none">{words.none}</p>
      )}
    </SidePanel>
  );
}

/** Milliseconds after which others see what was typed. */
const PACE = 2_000;

interface LongTextProps {
  readonly label: string;
  readonly editing: Editing;
  readonly id: string;
  readonly field: string;
}

function LongText({ label, editing, id, field }: LongTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => writeInto(area.current!, editing, id, field), [editing, id, field]);
  return <textarea ref={area} class="text-panel-area" aria-label={label} spellcheck />;
}

/** Lets a text area write a field, which follows what others write while nothing waits here. Returns what ends that. */
function writeInto(area: HTMLTextAreaElement, editing: Editing, id: string, field: string): () => void {
  const { board } = editing;
  const recorded = (): string => String((board.item(id)?.widget as object as Record<string, unknown> | undefined)?.[field] ?? '');
  const run = `text panel ${id} ${usualClock.steady()}`;
  let timer: ReturnType<typeof usualClock.after> | undefined;
  const write = (): void => {
    timer?.cancel();
    timer = undefined;
    if (area.value !== recorded()) editing.perform(writeText(board, id, field, area.value), run);
  };
  const typed = (): void => {
    timer ??= usualClock.after(PACE, write);
  };
  const pasted = (event: ClipboardEvent): void =>
    refuseTooLong(event, area.value.length - (area.selectionEnd - area.selectionStart));
  const follow = board.onChange(() => {
    const text = recorded();
    if (!board.item(id)) return;
    if (timer === undefined && area.value !== text) area.value = text;
  });
  const before = recorded();
  area.value = before;
  area.focus();
  area.addEventListener('input', typed);
  area.addEventListener('blur', write);
  area.addEventListener('paste', pasted);
  return () => {
    const isGone = board.item(id) === undefined;
    if (isGone && area.value !== before)
      editing.rescue.keepText({ id, field, text: area.value, age: Number.POSITIVE_INFINITY, why: 'gone', box: undefined });
    else if (timer !== undefined) write();
    follow();
    area.removeEventListener('input', typed);
    area.removeEventListener('blur', write);
  };
}
