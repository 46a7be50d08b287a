/**
 * Undefined for a missing file; rethrows any other error of opening it. A lack of descriptors, for example, is over in a
 * moment and says nothing about the file.
 */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
