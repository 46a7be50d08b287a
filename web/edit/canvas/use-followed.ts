import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Connection } from '../../live/connection.ts';
import { followItem } from '../../live/list.ts';

/** An object of the interface as the server has it now; undefined until it has said so. */
export function useFollowed<T>(connection: Connection, path: string): T | undefined {
  const shown = useSignal<T | undefined>(undefined);
  useEffect(() => {
    const { item, close } = followItem<T>(connection, path);
    const stop = item.subscribe((value) => {
      shown.value = value;
    });
    return () => {
      stop();
      close();
    };
  }, [connection, path]);
  return shown.value;
}
