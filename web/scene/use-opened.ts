import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../live/connection.ts';
import { type OpenedCanvas, openCanvas } from './opened-canvas.ts';

/** A new one for each connection: the signed-in user decides what is seen. */
export function useOpened(connection: Connection | undefined, canvas_id: string): OpenedCanvas | undefined {
  const [opened, setOpened] = useState<OpenedCanvas | undefined>(undefined);
  useEffect(() => {
    if (!connection) return undefined;
    const next = openCanvas(connection, canvas_id);
    setOpened(next);
    return () => {
      setOpened(undefined);
      next.close();
    };
  }, [connection, canvas_id]);
  return opened;
}
