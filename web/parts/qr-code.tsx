import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';
import { texts } from '../texts.ts';
import './qr-code.css';

/** A link for the camera of a phone: black on white in every theme, because many cameras read nothing else. */
export function QrCode({ link }: { readonly link: string }) {
  const { size, path } = useMemo(() => drawn(link), [link]);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`${texts.value.sharing.qr}: ${link}`}>
      <path d={path} />
    </svg>
  );
}

/** The dark modules of a code, each a square of 1, in a picture of `size` by `size`. */
export function drawn(link: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(link, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
