import type { Canvas } from '../../../model/resources/canvas.ts';
import { type CanvasDeps, canvasScope } from '../../collections/deps.ts';
import { submit } from '../../collections/submit.ts';
import type { Call } from '../../http/routing/route.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { canvases, stored } from '../rules/kinds.ts';

/** What the routes of background and colour presets need. */
export interface SettingsDeps extends CanvasDeps {
  readonly store: CanvasDeps['store'] & Pick<Store, 'directory'>;
}

/**
 * Runs a command whose scope is the canvas of the path alone. Only the audit log needs the entry of the canvas, so the command
 * gets it from the durable directory at the moment when it runs, and the directory takes no part in the commit.
 */
export function changeSettings<T>(deps: SettingsDeps, call: Call, run: (tx: Transaction, canvas: Canvas) => T): Promise<T> {
  const canvas = canvasScope(call.params);
  const command = (tx: Transaction): T => run(tx, stored(deps.store.directory, canvases, canvas));
  return submit<T>(deps.store, call, { scopes: [canvas], run: command as never });
}
