/** Input of a program with a generated client. */
export interface Walk {
  /** `http://127.0.0.1:8080/api/v1` */
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly picture: Blob;
}

/** What it saw when it signed in, made a canvas and a note, uploaded a picture, listed, changed and deleted. */
export interface Seen {
  readonly note: string;
  readonly hash: string;
  readonly widgets: readonly string[];
  readonly changed: { readonly text: string; readonly x: number };
  readonly left: number;
  /** Status and text of a refusal. */
  readonly refused: string;
}
