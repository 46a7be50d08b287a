import { join } from 'node:path';
import { createEasel } from '../server/app.ts';
import { systemClock } from '../server/clock.ts';
import type { Settings } from '../server/settings.ts';
import { openDoor } from '../server/start/open-door.ts';
import { requireShape } from '../server/start/require-shape.ts';

/** A server without ports and jobs, for one command; its socket is in `place`, which is this command's alone. */
export async function openForCommand(settings: Settings, place: string) {
  await requireShape(settings, join(settings.dataDir, 'easel.db'));
  const quiet = (): void => undefined;
  const errors = (fields: object, text: string): void => console.error(`easel: ${text}`, fields);
  const easel = await createEasel({
    settings: { ...settings, previews: false, sampleCanvas: false },
    clock: systemClock,
    log: { debug: quiet, info: quiet, warn: quiet, error: errors },
    isForCommand: true,
    fatal(cause) {
      console.error(`easel: ${(cause as Error).message}`);
      process.exit(1);
    },
  });
  try {
    const { path } = await openDoor(easel.http, place);
    return { socket: path, close: () => easel.close() };
  } catch (cause) {
    await easel.close();
    throw cause;
  }
}
