/**
 * Undefined for a file that is not there; throws what else kept it from being opened. A lack of descriptors is over in a
 * moment and says nothing about the file.
 */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
