import { colourOf, personStyle } from './appearance/person-colours.ts';
import { initialsOf } from './person.ts';
import './avatar.css';

interface Props {
  readonly user: { readonly id: number; readonly name: string };
  /** Default: that of the user. */
  readonly colour?: string;
  /** Pixels, before the size that a person chose. Default 32. */
  readonly size?: number;
  /** Letters at most. Default 2. */
  readonly letters?: 1 | 2;
}

/** The initials of a person on their colour. Screen readers hear nothing: the name stands beside it, or is that of the button. */
export const Avatar = ({ user, colour = colourOf(user.id), size = 32, letters }: Props) => (
  <span class="avatar" aria-hidden="true" style={{ ...personStyle(colour), '--avatar': `calc(${size}px * var(--scale))` }}>
    {initialsOf(user.name, letters)}
  </span>
);
