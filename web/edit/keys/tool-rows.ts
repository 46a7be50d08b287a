import type { Shortcut } from '../../view/shortcuts.ts';
import { chooseTool } from '../choose-tool.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { tools } from '../tools/index.ts';
import type { Cross } from './cross.ts';

/** A row for each tool. */
export const toolRows = (editing: Editing, cross: Pick<Cross, 'show'>): Shortcut[] =>
  tools.map((tool) => ({
    id: `tool-${tool.id}`,
    keys: tool.keys,
    group: 'tool',
    text: () => tool.name(editTexts.value),
    run() {
      const { spoken } = editTexts.peek();
      editing.outline.speech.answer(spoken.tool(tool.name(editTexts.peek()), tool.placeAt !== undefined));
      // Afterwards, because a tool may have more to say
      chooseTool(editing, tool);
      cross.show();
    },
  }));
