import { Megaphone, TriangleAlert, X } from 'lucide';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { language } from '../../texts.ts';
import type { WallNotice, WallNotices } from '../notices.ts';
import { wallTexts } from '../wall-texts.ts';
import './messages.css';

/** Messages to the people in front of the wall. Screen readers hear them from regions that are always there. */
export function Messages({ notices }: { readonly notices: WallNotices }) {
  const shown = notices.shown.value;
  const alerts = shown.filter(({ level }) => level === 'alert');
  const others = shown.filter(({ level }) => level !== 'alert');
  return (
    <>
      {alerts.length > 0 && <div class="message-frame" aria-hidden="true" />}
      <div class="messages">
        <div role="alert">
          {alerts.map((one) => (
            <Message key={one.id} notice={one} drop={notices.drop} />
          ))}
        </div>
        <div role="status">
          {others.map((one) => (
            <Message key={one.id} notice={one} drop={notices.drop} />
          ))}
        </div>
      </div>
    </>
  );
}

interface Props {
  readonly notice: WallNotice;
  readonly drop: WallNotices['drop'];
}

function Message({ notice: { id, text, level, by, at }, drop }: Props) {
  const words = wallTexts.value;
  const time = new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(at);
  return (
    <div class="message" data-level={level}>
      <span class="message-icon">
        <Icon of={level === 'alert' ? TriangleAlert : Megaphone} size={22} />
      </span>
      <div>
        <p class="message-text">{text}</p>
        <p class="message-by">{words.message(by, time)}</p>
      </div>
      <IconButton icon={X} label={words.closeMessage} onClick={() => drop(id)} />
    </div>
  );
}
