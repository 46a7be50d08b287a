import type { Signal } from '@preact/signals';
import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts.ts';
import { listen } from '../../view/listen.ts';
import { deleting } from '../actions/deleting.ts';
import type { Editing } from '../editing.ts';
import { takeFiles } from '../files/drops.ts';
import type { FileDrag } from '../files/file-drag.ts';
import { copiedOf, countOfThings } from './copied.ts';
import { copyText } from './copy-text.ts';
import { isWriting } from './is-writing.ts';
import { type CanvasCopy, htmlOf } from './own-format.ts';
import { paste } from './paste.ts';
import { type Pasted, pastedFrom, readSystem } from './pasted.ts';
import { withWords } from './with-words.ts';

/** What `Clip` does, once it is loaded. */
export interface Clipboard {
  copy(): void;
  cut(): void;
  paste(): void;
  close(): void;
}

/** What was copied last on this page. A browser pastes text alone while Shift is held. */
let last: { readonly text: string; readonly copy: CanvasCopy } | undefined;

/**
 * Takes part in copying and pasting by keys, and takes files that are dropped. Texts that are being written, and those that are marked on
 * the page, stay with the browser. @param drag set while files are dragged over the page
 */
export function openClipboard(editing: Editing, drag: Signal<FileDrag | undefined>): Clipboard {
  let isShifted = false;
  const written = (event: ClipboardEvent): boolean => {
    if (isTextMeant(event, editing) || !event.clipboardData) return false;
    const copy = copyOf(editing);
    if (copy.widgets.length === 0) return false;
    event.preventDefault();
    const text = copyText(copy.widgets.flatMap(({ id }) => editing.board.item(id) ?? []));
    last = { text, copy };
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', htmlOf(copy, text));
    withWords((words) => editing.outline.speech.answer(words.copied(countOfThings(copy.widgets))));
    return true;
  };
  const put = (pasted: Pasted): boolean => paste(editing, known(pasted), isShifted);
  const end = listen(
    document,
    {
      keydown: ({ shiftKey }) => {
        isShifted = shiftKey;
      },
      keyup: ({ shiftKey }) => {
        isShifted = shiftKey;
      },
      copy: written,
      cut: (event) => {
        if (written(event)) deleting.run(editing, editing.selected());
      },
      paste: (event) => {
        if (isTextMeant(event, editing) || !event.clipboardData) return;
        if (put(pastedFrom(event.clipboardData))) event.preventDefault();
      },
    },
    takeFiles(editing, drag),
  );
  return {
    copy: () => void document.execCommand('copy'),
    cut: () => void document.execCommand('cut'),
    paste: () => {
      const pressKeys = (): void => {
        const keys = editing.navigation.shortcuts.hint('edit-paste', texts.peek()) ?? '';
        withWords((words) => say(words.pressKeys(keys)));
      };
      readSystem().then(put, pressKeys);
    },
    close: end,
  };
}

function copyOf({ board, edits, outline }: Editing): CanvasCopy {
  const widgets = copiedOf(board, outline.selection.ids.peek(), (id) => edits.record(id));
  return { canvas_id: board.canvas_id, widgets };
}

function known(pasted: Pasted): Pasted {
  const isLast = pasted.html === '' && last !== undefined && pasted.text !== '' && pasted.text === last.text;
  return isLast ? { ...pasted, html: htmlOf(last!.copy, last!.text) } : pasted;
}

/** Whether the event is about a text on the page. */
function isTextMeant(event: ClipboardEvent, { text }: Editing): boolean {
  if (event.defaultPrevented || text.opened.peek() !== undefined || isWriting(event)) return true;
  return event.type !== 'paste' && getSelection()?.isCollapsed === false;
}
