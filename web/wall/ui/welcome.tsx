import { ArrowRight, Settings2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Logo } from '../../parts/logo.tsx';
import { Preview } from '../../parts/preview.tsx';
import { session } from '../../session/session.ts';
import { language } from '../../texts.ts';
import { type OfferedCanvas, useOffered } from '../offered.ts';
import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';
import { LazyQrCode } from './lazy-qr-code.ts';
import './welcome.css';

interface Props {
  readonly wall: Wall;
  readonly openSettings: (() => void) | undefined;
}

/** A workspace without a canvas: which wall this is, and what can be opened. Nothing here leads out of the display. */
export function Welcome({ wall, openSettings }: Props) {
  const words = wallTexts.value;
  const { default_canvas, welcome, contact } = wall.config.value;
  const { first, others, isKnown } = useOffered(wall.connection.value, { default_canvas, offer: welcome.canvases });
  const closed = wall.workspace.closedReason.value;
  const isLive = wall.state.value === 'live';
  return (
    <div class="welcome">
      <header class="welcome-head">
        <Logo size={44} />
        <div>
          <h1>{wall.name.value}</h1>
          <p class={isLive ? 'welcome-live' : ''}>{isLive ? words.connected : words.connecting}</p>
        </div>
        <Clock wall={wall} />
        {openSettings && <IconButton icon={Settings2} label={words.panel.settings} onClick={openSettings} />}
      </header>
      {closed && (
        <p role="status" class="welcome-closed">
          {words.welcome.closed[closed]}
        </p>
      )}
      {first && <DefaultCanvas canvas={first} open={(id) => wall.open(id)} />}
      {others.length > 0 && (
        <section class="welcome-others" aria-labelledby="welcome-others">
          <h2 id="welcome-others">{welcome.canvases === 'all' ? words.welcome.all : words.welcome.recent}</h2>
          <ul>
            {others.map((canvas) => (
              <li key={canvas.id}>
                <button type="button" class="welcome-card" onClick={() => wall.open(canvas.id)}>
                  <Preview canvas={canvas} />
                  <span>{canvas.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isKnown && !first && others.length === 0 && <Nothing />}
      <footer class="welcome-take">
        <LazyQrCode link={location.origin} />
        <div>
          <h2>{words.welcome.take}</h2>
          <p>{words.welcome.takeAbout}</p>
          <p>
            {location.host}
            {contact && ` · ${words.contact(contact)}`}
          </p>
        </div>
      </footer>
    </div>
  );
}

function DefaultCanvas({ canvas, open }: { readonly canvas: OfferedCanvas; readonly open: (id: string) => void }) {
  const words = wallTexts.value.welcome;
  return (
    <section class="welcome-default">
      <Preview canvas={canvas} />
      <div class="welcome-default-foot">
        <div>
          <h2>{canvas.name}</h2>
          <p>{words.default}</p>
        </div>
        <Button kind="primary" icon={ArrowRight} aria-label={words.openDefault} onClick={() => open(canvas.id)}>
          {words.open}
        </Button>
      </div>
    </section>
  );
}

/** A wall sees only what is shared with it. */
function Nothing() {
  const words = wallTexts.value.welcome;
  return (
    <section class="welcome-nothing">
      <h2>{words.none}</h2>
      <p>{words.noneAbout(session.value?.user?.name ?? '')}</p>
    </section>
  );
}

function Clock({ wall }: Pick<Props, 'wall'>) {
  const [now, setNow] = useState(() => wall.now());
  useEffect(() => {
    const timer = usualClock.every(1_000, () => setNow(wall.now()));
    return () => timer.cancel();
  }, [wall]);
  const time = new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(now);
  return <time class="welcome-clock">{time}</time>;
}
