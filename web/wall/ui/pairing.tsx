import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import { pageAddresses } from '../../../model/page-addresses.ts';
import { durationText } from '../../parts/duration.ts';
import { Logo } from '../../parts/logo.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { type PairedSession, pairWall, type ShownCode } from '../pair-wall.ts';
import { pixelsOf } from '../pixels.ts';
import { wallTexts } from '../wall-texts.ts';
import { LazyQrCode } from './lazy-qr-code.ts';
import './pairing.css';

interface Props {
  readonly paired: (session: PairedSession, name: string) => void;
  /** Lies over a canvas that is not live any more. */
  readonly isOver: boolean;
}

/** Signs this browser in as a wall: a code, and the same as a picture for phones. */
export function Pairing({ paired, isOver }: Props) {
  const words = wallTexts.value.pairing;
  const code = useSignal<ShownCode | undefined>(undefined);
  const { width, height } = pixelsOf({ width: innerWidth, height: innerHeight }, devicePixelRatio);
  useEffect(() => {
    const name = words.name(width, height);
    return pairWall({
      name,
      shown: (next) => {
        code.value = next;
      },
      paired: (taken) => paired(taken, name),
    });
  }, []);
  const address = new URL(pageAddresses.pair, location.origin);
  return (
    <main id="main" class={isOver ? 'pairing pairing-over' : 'pairing'} data-display data-state="pairing">
      <header class="pairing-head">
        <Logo size={36} />
        <span>{session.value?.server.name || texts.value.common.name}</span>
      </header>
      <div class="pairing-words">
        <h1>{words.title}</h1>
        <p>
          {words.about[0]}
          <b>
            {address.host}
            {address.pathname}
          </b>
          {words.about[1]}
        </p>
        {code.value ? <Code code={code.value} /> : <Silent />}
        {isOver && <p role="status">{words.signedOut}</p>}
      </div>
      <div class="pairing-scan">
        {code.value ? (
          <LazyQrCode key={code.value.code} link={`${address}?code=${code.value.code}`} />
        ) : (
          <span class="pairing-blank" />
        )}
        <p class="pairing-or">{words.or}</p>
        <p>{words.noAccount}</p>
      </div>
      <footer class="pairing-foot">
        <span>{words.this(width, height)}</span>
        <span>{words.nothing}</span>
      </footer>
    </main>
  );
}

/** Each sign on a card, and the time that is left. */
function Code({ code: { code, until } }: { readonly code: ShownCode }) {
  const words = wallTexts.value.pairing;
  const now = useSignal(usualClock.steady());
  useEffect(() => {
    const timer = usualClock.every(1_000, () => {
      now.value = usualClock.steady();
    });
    return () => timer.cancel();
  }, []);
  return (
    <>
      <p class="pairing-code" data-code={code} role="img" aria-label={words.code([...code].join(' '))}>
        {[...code].map((sign, at) => (
          <span key={`${at}${sign}`} class={sign === '-' ? 'pairing-dash' : 'pairing-sign'} aria-hidden="true">
            {sign}
          </span>
        ))}
      </p>
      <p class="pairing-left">{words.expires(durationText(Math.max(60, (until - now.value) / 1000), language.value))}</p>
    </>
  );
}

const Silent = () => (
  <p class="pairing-silent">
    <Spinner label={wallTexts.value.pairing.silent} />
    {wallTexts.value.pairing.silent}
  </p>
);
