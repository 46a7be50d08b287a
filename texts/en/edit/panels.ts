/** What opens the menu Add and the panels of the canvas, and their titles. */
export const panels = {
  add: 'Add',
  background: 'Background',
  colours: 'Colours',
  demo: 'Demo state',
  replace: 'Search and replace',
  uploads: 'Uploads',
};
