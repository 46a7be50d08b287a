import type { EditableBoard } from '../../live/board.ts';
import type { Connection } from '../../live/connection.ts';
import { createEdits } from '../../live/edits/create-edits.ts';
import type { Edits } from '../../live/edits/edits.ts';
import { session } from '../../session/session.ts';

/** Edits of the person who is signed in: kept in the browser, and sent as long as nobody else is signed in. */
export function createPersonEdits(board: EditableBoard, connection: Connection): Edits {
  const user = session.peek()!.user!.id;
  return createEdits({
    board,
    connection,
    keeping: async (tab) => (await import('../../live/kept/open-keeping.ts')).openKeeping(user, board.canvas_id, tab),
    isSamePerson: () => session.peek()?.user?.id === user,
  });
}
