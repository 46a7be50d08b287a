import { Lock } from 'lucide';
import { Icon } from '../../../parts/icon.tsx';
import { texts } from '../../../texts.ts';
import { chooseTool } from '../../choose-tool.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import type { Tool } from '../../tool.ts';
import { BarButton } from '../bar/bar-button.tsx';

interface Props {
  readonly tool: Tool;
  readonly editing: Editing;
}

/** Chooses a tool, and gives the focus back to the canvas, where the tool works. */
export function ToolButton({ tool, editing }: Props) {
  const words = editTexts.value;
  const { seat, stage, navigation } = editing;
  const isChosen = seat.tool.value === tool.id;
  const stays = isChosen && seat.isLocked.value;
  const name = tool.name(words);
  const hint = navigation.shortcuts.hint(`tool-${tool.id}`, texts.value);
  return (
    <BarButton
      icon={tool.icon}
      label={name}
      hint={[stays ? words.tools.stays(name) : name, hint].filter(Boolean).join('  ')}
      isOn={isChosen}
      tool={tool.id}
      onClick={() => {
        chooseTool(editing, tool);
        stage.focus({ preventScroll: true });
      }}
    >
      {tool.spot && <span class="tool-spot" style={{ background: tool.spot(editing) }} />}
      {stays && (
        <span class="tool-lock">
          <Icon of={Lock} size={11} />
        </span>
      )}
    </BarButton>
  );
}
