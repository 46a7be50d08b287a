/**
 * Brings the focus to the page that has come: to its heading, which screen readers then read, else to its content. A page that has
 * put the focus somewhere itself keeps it there.
 */
export function focusPage(): void {
  const main = document.querySelector('main');
  if (!main || main.contains(document.activeElement)) return;
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
