import type { Canvas } from '../../../model/resources/canvas.ts';
import { type CanvasParts, canvasScope } from '../../collections/parts.ts';
import { entryOf } from '../../commands/canvas-content.ts';
import type { Call } from '../../http/route.ts';
import type { Store, Transaction } from '../../store/types.ts';

/** What the routes of background, presets and demo state are made of. */
export interface SettingsParts extends CanvasParts {
  readonly store: CanvasParts['store'] & Pick<Store, 'directory'>;
}

/**
 * Runs a command of the path's canvas alone. Its entry is that of the durable directory when the command runs: it is
 * only named in the audit log, so the directory need not take part in the commit.
 */
export function changeSettings<T>(parts: SettingsParts, call: Call, run: (tx: Transaction, canvas: Canvas) => T): Promise<T> {
  const canvas = canvasScope(call.params);
  const command = (tx: Transaction): T => run(tx, entryOf(parts.store.directory, canvas));
  return parts.store.submit<T>({ scopes: [canvas], author: call.author, permit: call.permit, run: command as never });
}
