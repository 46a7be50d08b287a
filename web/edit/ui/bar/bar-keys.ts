import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Makes a toolbar one stop of the Tab key, in the pattern of WAI-ARIA: arrows, Home and End move in it. Groups of radio buttons in it are
 * stops of their own, because arrows choose there.
 */
export function useBarKeys(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => keepOneStop(bar.current!));
  useEffect(() => {
    const element = bar.current!;
    const focused = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLButtonElement) makeStop(buttonsOf(element), target);
    };
    const pressed = (event: KeyboardEvent): void => {
      const buttons = buttonsOf(element);
      const at = buttons.indexOf(event.target as HTMLButtonElement);
      const next = at < 0 ? undefined : nextOf(event.key, at, buttons.length);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      buttons[next]!.focus();
    };
    element.addEventListener('focusin', focused);
    element.addEventListener('keydown', pressed);
    return () => {
      element.removeEventListener('focusin', focused);
      element.removeEventListener('keydown', pressed);
    };
  }, []);
}

const buttonsOf = (bar: HTMLElement): HTMLButtonElement[] => [
  ...bar.querySelectorAll<HTMLButtonElement>('button:not([role=radio], [role^=menuitem], :disabled)'),
];

function keepOneStop(bar: HTMLElement): void {
  const buttons = buttonsOf(bar);
  const stop = buttons.find(({ dataset }) => dataset.stop !== undefined) ?? buttons.find((one) => one.ariaDisabled !== 'true');
  makeStop(buttons, stop ?? buttons[0]);
}

function makeStop(buttons: readonly HTMLButtonElement[], stop: HTMLButtonElement | undefined): void {
  for (const button of buttons) {
    button.tabIndex = button === stop ? 0 : -1;
    if (button === stop) button.dataset.stop = '';
    else delete button.dataset.stop;
  }
}

function nextOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
