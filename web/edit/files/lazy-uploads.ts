import { signal } from '@preact/signals';
import { sayFault } from '../../parts/toast.tsx';
import { noAnswer } from '../../session/rest.ts';
import type { FileUploads } from './file-uploads.ts';

type Opened = Parameters<typeof import('./create-uploads.ts').createUploads>[0];

/** The uploads of a canvas, whose code is loaded with the first file. */
export function createLazyUploads(editing: Opened): FileUploads {
  const list: FileUploads['list'] = signal([]);
  let isOver = false;
  let opened: Promise<FileUploads | undefined> | undefined;
  const open = async (): Promise<FileUploads | undefined> => {
    try {
      const { createUploads } = await import('./create-uploads.ts');
      return isOver ? undefined : createUploads(editing, list);
    } catch {
      opened = undefined;
      sayFault(noAnswer());
      return undefined;
    }
  };
  const uploads = (): Promise<FileUploads | undefined> => {
    opened ??= open();
    return opened;
  };
  return {
    list,
    add: async (files, at) => (await uploads())?.add(files, at),
    put: async (file, box) => (await uploads())?.put(file, box),
    replace: async (id, file) => (await uploads())?.replace(id, file),
    retry: (id) => void uploads().then((one) => one?.retry(id)),
    remove: (id) => void uploads().then((one) => one?.remove(id)),
    close() {
      isOver = true;
      void opened?.then((one) => one?.close());
    },
  };
}
