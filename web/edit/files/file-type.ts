import { type FileKindName, fileDetectedAs, fileKinds, fileOfType } from '../../../model/file-kinds.ts';

/** What of a file tells its type. Both may be wrong: the server looks at the bytes. */
type Named = Pick<File, 'name' | 'type'>;

/** Other endings of names that people use. */
const otherEndings: Readonly<Record<string, FileKindName>> = {
  jpeg: 'image',
  jfif: 'image',
  tiff: 'image',
  mpeg: 'video',
  mts: 'video',
  m2ts: 'video',
  wmv: 'video',
};

const rows = Object.entries(fileKinds) as [FileKindName, (typeof fileKinds)[FileKindName]][];

const byEnding: ReadonlyMap<string, FileKindName> = new Map([
  ...rows.flatMap(([kind, { types }]) => types.map(({ extension }) => [extension as string, kind] as const)),
  ...Object.entries(otherEndings),
]);

/** Which widget a file becomes; undefined: none. */
export const kindOfFile = ({ name, type }: Named): FileKindName | undefined =>
  (fileOfType(type) ?? fileDetectedAs(type))?.kind ?? byEnding.get(endingOf(name));

/** What people call the type of a file: `ZIP`. Empty: nothing says it. */
export const calledType = ({ name }: Named): string => endingOf(name).toUpperCase();

/** For the `accept` of a file chooser. */
export const accepted: string = [
  ...rows.flatMap(([, { types }]) => types.map(({ type }) => type)),
  ...[...byEnding.keys()].map((ending) => `.${ending}`),
].join(',');

/** Where each kind is uploaded to, and the widget that it makes. */
export const madeFrom = {
  image: { path: 'images', type: 'Image' },
  video: { path: 'videos', type: 'Video' },
  pdf: { path: 'pdfs', type: 'Pdf' },
} as const;

/** The letters after the last dot; empty: there are none, or too many to be a type. */
function endingOf(name: string): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '';
  return ending.toLowerCase();
}
