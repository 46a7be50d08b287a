/** What can be done with canvases and folders, loaded when somebody first does something. */
export const deeds = () => import('../../deeds/deeds.ts');
