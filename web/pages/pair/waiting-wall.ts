/** What the server tells of a wall that waits (interface/auth 2.7). */
export interface WaitingWall {
  readonly name: string;
  readonly address: string;
  /** `wall`: it asks to stay signed in. */
  readonly lasts: '' | 'wall';
  /** Seconds. */
  readonly expires_in: number;
}
