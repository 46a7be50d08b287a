import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/**
 * How many seconds a video lasts, as the head of its file says it; 0 before that is read, for a file that does not say it, as many
 * recordings, and for one that this browser does not know. `address`: undefined while nobody needs it.
 */
export function useReadLength(address: string | undefined): Signal<number> {
  const seconds = useSignal(0);
  useEffect(() => {
    if (address === undefined) return undefined;
    const video = Object.assign(document.createElement('video'), { preload: 'metadata', muted: true, src: address });
    const end = (): void => {
      video.onloadedmetadata = null;
      // Ends the download of an element that is let go
      video.removeAttribute('src');
      video.load();
    };
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) seconds.value = video.duration;
      end();
    };
    return end;
  }, [address]);
  return seconds;
}
