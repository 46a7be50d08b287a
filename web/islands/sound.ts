import { Volume2 } from 'lucide';
import type { LiveContext } from './kind.ts';
import type { Control } from './panel.tsx';

/** The button by which a person allows all videos their sound. */
export const soundOn = ({ isSilenced }: Pick<LiveContext, 'isSilenced'>): Control => ({
  icon: Volume2,
  label: (texts) => texts.soundOn,
  does: () => {
    isSilenced.value = false;
  },
});

/**
 * Plays; without sound where the browser refuses it, as it does before a person has touched the page.
 * @param muted as the record says
 */
export async function playWith(
  video: HTMLVideoElement,
  muted: boolean,
  { isSilenced }: Pick<LiveContext, 'isSilenced'>,
): Promise<void> {
  video.muted = muted || isSilenced.peek();
  try {
    await video.play();
  } catch (cause) {
    if (!isRefused(cause) || video.muted) return;
    isSilenced.value = true;
    video.muted = true;
    // Where nothing may play at all, this is refused again: the next tick asks again
    await video.play().catch(() => undefined);
  }
}

/** Silent files need no button. Browsers tell in different ways whether there is sound, some only after decoding some of it. */
export function hasSound(video: HTMLVideoElement): boolean {
  const { webkitAudioDecodedByteCount: decoded, mozHasAudio, audioTracks } = video as HTMLVideoElement & Partial<SoundSigns>;
  return (decoded ?? 0) > 0 || mozHasAudio === true || (audioTracks?.length ?? 0) > 0;
}

interface SoundSigns {
  readonly webkitAudioDecodedByteCount: number;
  readonly mozHasAudio: boolean;
  readonly audioTracks: { readonly length: number };
}

/** Other causes (the source changed, the element was paused) settle themselves. */
const isRefused = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'NotAllowedError';
