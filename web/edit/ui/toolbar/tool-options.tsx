import { useRef } from 'preact/hooks';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { tools } from '../../tools/index.ts';
import { useBarKeys } from '../bar/bar-keys.ts';
import './tool-options.css';

interface Props {
  readonly editing: Editing;
}

/** What is chosen with the tool, in a row above the toolbar: colours, widths. */
export function ToolOptions({ editing }: Props) {
  const tool = tools.find(({ id }) => id === editing.seat.tool.value);
  return tool?.options ? <OptionsRow key={tool.id} options={tool.options} editing={editing} /> : null;
}

function OptionsRow({ options: Options, editing }: Props & { readonly options: NonNullable<(typeof tools)[number]['options']> }) {
  const bar = useRef<HTMLDivElement>(null);
  useBarKeys(bar);
  return (
    <div ref={bar} class="glass edit-bar tool-options" role="toolbar" aria-label={editTexts.value.tools.options}>
      <Options editing={editing} />
    </div>
  );
}
