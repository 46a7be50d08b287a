import { sayFault } from '../../parts/toast.tsx';
import { api, ask } from '../../session/ask.ts';
import type { ListedCanvas } from '../home/listed.ts';
import { type GroundName, grounds, presets } from './grounds.ts';

/** Resolves with the canvas; rejects with a Refused. */
export async function makeCanvas(name: string, folder_id: string, ground: GroundName): Promise<ListedCanvas> {
  const made = await ask<ListedCanvas>('POST', api('/canvases'), { name, folder_id });
  const { colour, dots } = grounds[ground];
  const look = { background_color: colour, grid: { visible: true, color: dots } };
  // The canvas is there whatever becomes of its colours, which can be chosen again
  await Promise.all([
    ask('PATCH', api(`/canvases/${made.id}/background`), look),
    ask('PATCH', api(`/canvases/${made.id}/color-presets`), presets),
  ]).catch(sayFault);
  return made;
}
