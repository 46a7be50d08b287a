/** What is asked before something large is done. */
export interface EditQuestion {
  readonly title: string;
  readonly text: string;
  /** What the button that does it says. */
  readonly yes: string;
  readonly no: string;
  readonly run: () => void;
}
