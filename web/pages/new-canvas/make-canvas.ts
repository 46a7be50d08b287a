import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import type { ListedCanvas } from '../home/listed.ts';
import { type GroundName, grounds, presets } from './grounds.ts';

/** Resolves with the canvas; rejects with a Refusal. */
export async function makeCanvas(name: string, folder_id: string, ground: GroundName): Promise<ListedCanvas> {
  const made = await rest.post<ListedCanvas>('/canvases', { name, folder_id });
  const { colour, dots } = grounds[ground];
  const look = { background_color: colour, grid: { visible: true, color: dots } };
  // The canvas is there whatever becomes of its colours, which can be chosen again
  await Promise.all([
    rest.patch(`/canvases/${made.id}/background`, look),
    rest.patch(`/canvases/${made.id}/color-presets`, presets),
  ]).catch(sayFault);
  return made;
}
