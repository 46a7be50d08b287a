import { useEffect, useRef, useState } from 'preact/hooks';
import { noAnswer, rest } from '../session/rest.ts';

import { createPreviewRequests } from './previews.ts';
import './preview.css';

/** What lists tell of the picture of a canvas; the hash is empty while there is none. */
interface PreviewedCanvas {
  readonly id: string;
  readonly preview_hash: string;
}

/** The picture of a canvas, or a calm drawing of one while there is none. It changes as soon as the server has a newer one. */
export function Preview({ canvas: { id, preview_hash } }: { readonly canvas: PreviewedCanvas }) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState('');
  const [shown, setShown] = useState('');
  useEffect(() => (preview_hash === '' ? watch(frame.current!, id) : undefined), [id, preview_hash]);
  const hasPicture = preview_hash !== '' && failed !== preview_hash;
  return (
    <div ref={frame} class={hasPicture && shown !== '' ? 'preview' : 'preview preview-none'}>
      {hasPicture ? (
        <img
          src={rest.address(`/files/${id}/preview?hash=${preview_hash}`)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setShown(preview_hash)}
          onError={() => setFailed(preview_hash)}
        />
      ) : (
        <Blank />
      )}
    </div>
  );
}

const Blank = () => (
  <svg viewBox="0 0 160 90" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
    <rect x="34" y="24" width="30" height="24" rx="3" />
    <rect x="72" y="32" width="44" height="30" rx="3" />
    <rect x="46" y="56" width="18" height="14" rx="3" />
    <path d="M64 36 C 70 36, 66 44, 72 44" />
  </svg>
);

/** The picture exists on the server after somebody has asked for it; the list then tells its hash. */
const requests = createPreviewRequests(async (canvas_id) => {
  const { status } = await rest.fetch('HEAD', `/canvases/${canvas_id}/preview?or_empty=1`);
  if (status >= 500) throw noAnswer();
});

const watched = new WeakMap<Element, string>();
let observer: IntersectionObserver | undefined;

/** Asks for a picture while its place is in view. Returns what ends that. */
function watch(element: Element, canvas_id: string): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const id = watched.get(target);
      if (id !== undefined) isIntersecting ? requests.want(id) : requests.forget(id);
    }
  });
  watched.set(element, canvas_id);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.delete(element);
    requests.forget(canvas_id);
  };
}
