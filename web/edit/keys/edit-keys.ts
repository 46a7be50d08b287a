/** The keyboard of a person who edits. */
export interface EditKeys {
  /** Takes a key while the canvas has the focus. False: it means what it means to those who only look. */
  press(event: KeyboardEvent): boolean;
  close(): void;
}
