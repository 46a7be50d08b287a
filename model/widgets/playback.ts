/** The clock of a video: in a file of its own for pages that only follow it, and need no schemas. */
export interface Playback {
  readonly playback_state: 'stopped' | 'playing' | 'paused';
  /** Seconds, as of `playing_since` where it plays. */
  readonly playback_position: number;
  /** Seconds; 0: not known. */
  readonly duration: number;
  readonly playing_since: string | null;
}

/**
 * The position of a playing video in seconds; at most its duration, when that is known.
 * @param now milliseconds since 1970, by the server's clock
 */
export function positionAt(
  now: number,
  { playback_position, playing_since, duration }: Omit<Playback, 'playback_state'>,
): number {
  const position = playback_position + (playing_since === null ? 0 : now - Date.parse(playing_since)) / 1000;
  // The clock of the server was set back
  if (position < 0) return playback_position;
  return duration > 0 ? Math.min(position, duration) : position;
}
