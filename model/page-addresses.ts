/** The addresses of the page. The server answers each of them with the page, and web/app.tsx has a component for each. */
export const pageAddresses = {
  home: '/',
  folder: '/folder/:folder_id',
  canvas: '/open/:canvas_id',
  account: '/account',
  pair: '/pair',
  display: '/display',
  confirmEmail: '/confirm-email',
  resetPassword: '/reset-password',
} as const;

export type PageName = keyof typeof pageAddresses;

export const folderAddress = (folder_id: string): string =>
  pageAddresses.folder.replace(':folder_id', encodeURIComponent(folder_id));

export const canvasAddress = (canvas_id: string): string => pageAddresses.canvas.replace(':canvas_id', canvas_id);

/** Whether it is a page behind the link in a mail. The link has a token, which the page takes out of its address first of all. */
export const isMailAddress = (path: string): boolean =>
  path === pageAddresses.confirmEmail || path === pageAddresses.resetPassword;

/** Whether it is the page of a wall, which signs itself in by pairing. */
export const isDisplayAddress = (path: string): boolean => path === pageAddresses.display;

export const isCanvasAddress = (path: string): boolean => path.startsWith(canvasAddress(''));
