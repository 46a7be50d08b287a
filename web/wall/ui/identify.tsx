import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';

/** Which display this is, so large that somebody at the other end of the room can read it. */
export function Identify({ wall }: { readonly wall: Wall }) {
  const { width, height } = wall.workspace.size.value;
  return (
    <div class="identify" role="status">
      <strong class="identify-number">{wall.workspace.index + 1}</strong>
      <span class="identify-name">{wall.name.value}</span>
      <span>
        {wallTexts.value.workspace(wall.workspace.index + 1)} · {width} × {height}
      </span>
      <code>{wall.client_id.value}</code>
    </div>
  );
}
