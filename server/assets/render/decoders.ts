import { type FileKindName, type fileKinds, fileOfType } from '../../../model/file-kinds.ts';
import type { Decoder, FileRenderer } from './jobs.ts';

type Decoders = {
  readonly [K in FileKindName]: () => Promise<(typeof fileKinds)[K]['rendered'] extends 'never' ? Decoder : FileRenderer>;
};

/** One for each row of the table of kinds, loaded when the first file of its kind comes. */
const decoders: Decoders = {
  image: async () => (await import('./image.ts')).images,
  video: async () => (await import('./video.ts')).videos,
  pdf: async () => (await import('./pdf.ts')).pdfs,
};

export async function decoderOf(type: string): Promise<Decoder> {
  const known = fileOfType(type);
  if (!known) throw new Error(`nothing decodes ${type}`);
  return decoders[known.kind]();
}

export async function rendererOf(type: string): Promise<FileRenderer> {
  const decoder = await decoderOf(type);
  if (!('level' in decoder)) throw new Error(`nothing renders ${type}`);
  return decoder as FileRenderer;
}
