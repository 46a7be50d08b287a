/** A key with those that are held with it, as shortcuts write it: `Mod+0`, `Shift+1`, `Alt+Shift+T`, `ArrowLeft`, `?`. */
export interface Chord {
  readonly key: string;
  /** Cmd on a Mac, Ctrl elsewhere. */
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

export function readChord(text: string): Chord {
  const parts = text.split(/(?<=.)\+(?=.)/);
  return { key: parts.at(-1)!, mod: parts.includes('Mod'), shift: parts.includes('Shift'), alt: parts.includes('Alt') };
}

/** Whether the press is this chord, on keyboards of any layout. */
export function isPressed(chord: Chord, press: KeyPress, mac: boolean): boolean {
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || mod !== chord.mod || press.altKey !== chord.alt) return false;
  if (chord.alt) return isWithAlt(chord, press, mac);
  if (/^\d$/.test(chord.key)) return isDigit(chord, press);
  if (press.key.toLowerCase() !== chord.key.toLowerCase()) return false;
  // Signs such as + and ? need Shift on some keyboards and not on others
  return isSign(chord.key) || press.shiftKey === chord.shift;
}

/** A chord that a person who types or speaks may press by accident: a letter, digit or sign alone. */
export const isSingle = ({ key, mod, alt }: Chord): boolean => !mod && !alt && key.length === 1;

/** For `aria-keyshortcuts`. */
export function ariaChord({ key, mod, shift, alt }: Chord, mac: boolean): string {
  const named = { '+': 'Plus', ' ': 'Space' }[key] ?? key;
  const held = [mod && (mac ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift'].filter((one) => one !== false);
  return [...held, named].join('+');
}

/** The names of keys that stand on keyboards in other words in other languages. */
export type KeyNames = Readonly<Record<'Control' | 'Shift' | 'Home' | 'PageUp' | 'PageDown', string>>;

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', '-': '−' };

/** The keys of a chord as people read them, one after the other. */
export function shownChord({ key, mod, shift, alt }: Chord, mac: boolean, names: KeyNames): string[] {
  const named = ARROWS[key] ?? (names as Readonly<Record<string, string>>)[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const held = [mod && (mac ? '⌘' : names.Control), alt && (mac ? '⌥' : 'Alt'), shift && (mac ? '⇧' : names.Shift)];
  return [...held.filter((one) => one !== false), named];
}

/**
 * Letters are known by the place of their key, because Macs type signs with Alt. AltGr, by which people type signs elsewhere, is not Alt; on
 * Macs some browsers call both the same.
 */
function isWithAlt({ key, shift }: Chord, press: KeyPress, mac: boolean): boolean {
  if (press.shiftKey !== shift || (!mac && press.getModifierState?.('AltGraph'))) return false;
  return /^[a-z]$/i.test(key) ? press.code === `Key${key.toUpperCase()}` : press.key === key;
}

/** French keyboards give digits with Shift only, and others give signs with it; the place of the key tells both. */
function isDigit({ key, shift }: Chord, press: KeyPress): boolean {
  const inPlace = press.code === `Digit${key}` || press.code === `Numpad${key}`;
  return inPlace ? press.shiftKey === shift || (press.key === key && !shift) : press.key === key && press.shiftKey === shift;
}

const isSign = (key: string): boolean => key.length === 1 && key.toLowerCase() === key.toUpperCase();
