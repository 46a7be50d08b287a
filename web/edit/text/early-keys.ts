/** What a person did before the text that it was meant for could be opened: letters, and the key behind them that leads on. */
export interface EarlyStep {
  readonly text: string;
  readonly key: KeyboardEvent | undefined;
}

/** Takes keys, input methods and pastes for a text that cannot be opened yet. */
export interface EarlyKeys {
  /** Ends it, once no input method composes any more. */
  take(use: (steps: readonly EarlyStep[]) => void): void;
}

/**
 * Puts the focus into a field that nobody sees, where whatever is typed waits.
 * @param takesEnter Enter ends the text and is no letter
 */
export function catchKeys(layer: HTMLElement, label: string, takesEnter: boolean): EarlyKeys {
  const field = layer.ownerDocument.createElement('textarea');
  field.className = 'unseen';
  field.ariaLabel = label;
  const steps: EarlyStep[] = [];
  let isComposing = false;
  const pressed = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing || event.keyCode === COMPOSING || !leadsOn(event, takesEnter)) return;
    event.preventDefault();
    steps.push({ text: field.value, key: event });
    field.value = '';
  };
  field.addEventListener('keydown', pressed);
  field.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  field.addEventListener('compositionend', () => {
    isComposing = false;
  });
  layer.append(field);
  field.focus({ preventScroll: true });
  return {
    take(use) {
      const end = (): void => {
        steps.push({ text: field.value, key: undefined });
        use(steps);
        field.remove();
      };
      if (isComposing) field.addEventListener('compositionend', end, { once: true });
      else end();
    },
  };
}

/** The key code of a key that an input method takes, where the event does not say so. */
export const COMPOSING = 229;

function leadsOn({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, takesEnter: boolean): boolean {
  const mod = ctrlKey || metaKey;
  if (key === 'Enter') return mod || takesEnter;
  return key === 'Escape' || (key === 'Tab' && !mod && !altKey);
}
