import { accepted } from './file-type.ts';

interface ChooseOptions {
  /** Default: any number of files. */
  readonly one?: boolean;
  /** Only pictures. Default: all that a canvas takes. */
  readonly pictures?: boolean;
  /** Takes a photo where the device has a camera; else a chooser of images opens. */
  readonly photo?: boolean;
}

/**
 * Opens the file chooser of the browser, in the turn of a press: browsers refuse it otherwise. Calls back with at least one file, or
 * never. Returns what forgets it.
 */
export function chooseFiles(
  chosen: (files: readonly File[]) => void,
  { one = false, pictures = false, photo = false }: ChooseOptions = {},
): () => void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = !one && !photo;
  input.accept = photo || pictures ? 'image/*' : accepted;
  if (photo) input.setAttribute('capture', 'environment');
  // Some browsers forget an input that is nowhere in the page
  input.hidden = true;
  document.body.append(input);
  input.addEventListener('cancel', () => input.remove(), { once: true });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) chosen(files);
  });
  input.click();
  return () => input.remove();
}
