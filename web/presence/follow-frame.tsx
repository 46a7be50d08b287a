import { useEffect } from 'preact/hooks';
import { personStyle } from '../parts/appearance/person-colours.ts';
import { texts } from '../texts.ts';
import type { Presence } from './presence.ts';
import './follow-frame.css';

/** While somebody is followed: a frame in their colour around the canvas, and how to stop. Escape stops, wherever the focus is. */
export function FollowFrame({ presence }: { readonly presence: Presence }) {
  const person = presence.followed.value;
  const isFollowing = person !== undefined;
  useEffect(() => (isFollowing ? stopByEscape(presence) : undefined), [isFollowing, presence]);
  const words = texts.value.presence;
  return (
    <div class="follow-frame" hidden={!person} style={person && personStyle(person.colour)}>
      <p role="status" class="unseen">
        {person ? words.following(person.name) : ''}
      </p>
      {person && (
        <button type="button" onClick={presence.unfollow} aria-label={words.unfollow(person.name)}>
          <span>{words.following(person.name)}</span>
          <span class="follow-stop">{words.stop}</span>
        </button>
      )}
    </div>
  );
}

function stopByEscape(presence: Presence): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    presence.unfollow();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}
