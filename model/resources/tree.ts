/** Key of the indexes by place and name: what stands in a folder under exactly this name. */
export const namedIn = (folder: string, name: string): string => `${folder}\n${name}`;

/** Only a move into a trash folder itself is a trashing (canvases contract 5.4). */
export const moveAction = (kind: 'Canvas' | 'Folder', destination: string): string =>
  `${kind} ${destination.startsWith('trash.') ? 'trashed' : 'moved'}`;
