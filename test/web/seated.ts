import type { BrowserContext, Page } from 'playwright-core';

/** Seat menus stay open however slow the machine is: nobody looks for those that are not used. */
export async function keepMenus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const every = window.setInterval;
    window.setInterval = ((call: () => void, time: number) => every(call, time === 2_500 ? 1e9 : time)) as typeof every;
  });
}

/** A pointer whose events are made by hand: the browser can be asked for one pen only, and lifts all fingers at once. */
export const byHand = (
  page: Page,
  pointerType: 'pen' | 'touch',
  type: string,
  pointerId: number,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> =>
  page.evaluate(
    ([pointerType, type, pointerId, clientX, clientY]) => {
      const more = { pointerType, isPrimary: true, pressure: 0.5, bubbles: true, cancelable: true, buttons: 1 };
      document.querySelector('.stage')!.dispatchEvent(new PointerEvent(type, { ...more, pointerId, clientX, clientY }));
    },
    [pointerType, type, pointerId, x, y] as const,
  );
