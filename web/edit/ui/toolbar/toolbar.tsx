import { type ReadonlySignal, useComputed } from '@preact/signals';
import { ChevronUp, Redo2, Undo2 } from 'lucide';
import { useRef } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu/menu.tsx';
import type { MenuItem } from '../../../parts/menu/menu-items.tsx';
import { texts } from '../../../texts.ts';
import { chooseTool } from '../../choose-tool.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import type { Tool, ToolGroup } from '../../tool.ts';
import { tools } from '../../tools/index.ts';
import { AddMenu } from '../add-menu.tsx';
import { BarButton } from '../bar/bar-button.tsx';
import { useBarKeys } from '../bar/bar-keys.ts';
import { ToolButton } from './tool-button.tsx';
import './toolbar.css';

interface Props {
  readonly editing: Editing;
  /** Only what is used most; everything else is in a menu. */
  readonly isShort: ReadonlySignal<boolean>;
}

/** The tools that a short toolbar has. */
const first: readonly Tool['id'][] = ['select', 'pen', 'note'];

/** One row with all tools, or on small screens with the first of them. */
export function Toolbar({ editing, isShort }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useBarKeys(bar);
  const short = isShort.value;
  const shown = rowTools.filter(({ id }) => !short || first.includes(id));
  return (
    <div
      ref={bar}
      class={`glass edit-bar edit-tools${short ? ' short' : ''}`}
      role="toolbar"
      aria-label={editTexts.value.tools.toolbar}
    >
      {shown.map((tool, at) => (
        <>
          {!short && at > 0 && groupOf(tool) !== groupOf(shown[at - 1]!) && <span class="bar-line" />}
          <ToolButton key={tool.id} tool={tool} editing={editing} />
        </>
      ))}
      <AddMenu editing={editing} />
      {!short && <span class="bar-line" />}
      <StepButton editing={editing} is="undo" />
      {short ? <MoreTools editing={editing} /> : <StepButton editing={editing} is="redo" />}
    </div>
  );
}

const groupOf = ({ group = 'make' }: Tool): ToolGroup => group;
const rowTools = tools.filter((tool) => groupOf(tool) !== 'add');

/** How many buttons the long row has, and how many lines between groups. */
export const longRow = {
  buttons: rowTools.length + 3,
  lines: new Set(rowTools.map(groupOf)).size,
};

interface StepProps {
  readonly editing: Editing;
  readonly is: 'undo' | 'redo';
}

function StepButton({ editing: { history, navigation }, is }: StepProps) {
  const can = is === 'undo' ? history.canUndo : history.canRedo;
  const { actions } = editTexts.value;
  const edit = history.next.value[is];
  const said = is === 'undo' ? actions.undoOf : actions.redoOf;
  const hint = [edit ? said(actions.labels[edit]) : actions[is], navigation.shortcuts.hint(`edit-${is}`, texts.value)];
  return (
    <BarButton
      icon={is === 'undo' ? Undo2 : Redo2}
      label={editTexts.value.tools[is]}
      hint={hint.filter(Boolean).join('  ')}
      isOff={!can.value}
      onClick={() => history[is]()}
    />
  );
}

/** What a short toolbar has no room for. */
function MoreTools({ editing }: Pick<Props, 'editing'>) {
  const words = editTexts.value;
  const { seat, history } = editing;
  const items = useComputed<readonly (readonly MenuItem[])[]>(() => [
    rowTools
      .filter(({ id }) => !first.includes(id))
      .map((tool) => ({
        text: tool.name(editTexts.value),
        icon: tool.icon,
        checked: seat.tool.value === tool.id,
        run: () => chooseTool(editing, tool),
      })),
    [{ text: editTexts.value.tools.redo, icon: Redo2, disabled: !history.canRedo.value, run: () => history.redo() }],
  ]);
  const isChosen = rowTools.some(({ id }) => id === seat.tool.value && !first.includes(id));
  return (
    <Menu
      label={words.tools.more}
      class={`bar-button${isChosen ? ' chosen' : ''}`}
      button={<Icon of={ChevronUp} size={20} />}
      items={items.value}
    />
  );
}
