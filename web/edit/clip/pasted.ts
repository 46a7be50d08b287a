/** What a clipboard holds. Empty: it has none of that kind. */
export interface Pasted {
  readonly html: string;
  readonly text: string;
  readonly files: readonly File[];
}

/** What came with an event, which is gone after its turn. */
export const pastedFrom = (data: DataTransfer): Pasted => ({
  html: data.getData('text/html'),
  text: data.getData('text/plain'),
  files: [...data.files],
});

/** Reads the clipboard of the system. Rejects where the browser or the person does not allow that, and on plain HTTP. */
export async function readSystem(): Promise<Pasted> {
  const items = await navigator.clipboard.read();
  const texts = { html: '', text: '' };
  const files: File[] = [];
  for (const item of items) {
    const textOf = async (type: string): Promise<string> => (item.types.includes(type) ? (await item.getType(type)).text() : '');
    texts.html ||= await textOf('text/html');
    texts.text ||= await textOf('text/plain');
    const picture = item.types.find((type) => type.startsWith('image/'));
    if (picture) files.push(new File([await item.getType(picture)], `image.${picture.slice(6)}`, { type: picture }));
  }
  return { ...texts, files };
}
