/** Gives the focus to the neighbour of a row that goes away with the button that was pressed in it. */
export function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')!;
  const next = (row.nextElementSibling ?? row.previousElementSibling ?? row.closest('aside')) as HTMLElement;
  next.focus({ preventScroll: true });
}
