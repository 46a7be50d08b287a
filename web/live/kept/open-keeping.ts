import { createKeeping, type EditKeeping } from './keeping.ts';
import { openEditStore } from './open-edit-store.ts';

/** What the browser keeps for a person on a canvas. Loaded beside the tools. @param tab the sender of the batches of this page */
export const openKeeping = (user: number, canvas_id: string, tab: string): EditKeeping =>
  createKeeping(openEditStore(user, canvas_id, tab));
