/** The addresses of the page. The server answers each of them with the page, and web/app.tsx has a component for each. */
export const pageAddresses = {
  home: '/',
  folder: '/folder/:folder_id',
  canvas: '/open/:canvas_id',
  account: '/account',
  pair: '/pair',
} as const;

export type PageName = keyof typeof pageAddresses;

export const folderAddress = (folder_id: string): string =>
  pageAddresses.folder.replace(':folder_id', encodeURIComponent(folder_id));

export const canvasAddress = (canvas_id: string): string => pageAddresses.canvas.replace(':canvas_id', canvas_id);

export const isCanvasAddress = (path: string): boolean => path.startsWith(canvasAddress(''));
