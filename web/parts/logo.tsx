import './logo.css';

interface Props {
  /** Pixels, before the size that a person chose; below 24 the stroke is no longer seen. Default 28. */
  readonly size?: number;
}

/** The mark of Easel. Screen readers hear nothing: the name stands beside it. */
export const Logo = ({ size = 28 }: Props) => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" style={{ '--logo-size': `${size}px` }}>
    <path class="logo-legs" d="M11.2 21 7.6 29M20.8 21l3.6 8M16 2.6v3" />
    <rect class="logo-sheet" x="3.5" y="4.5" width="25" height="18.5" rx="4.6" />
    <path class="logo-light" d="M28.5 12.8C23 13.1 18.9 17.2 18.6 23h5.3a4.6 4.6 0 0 0 4.6-4.6Z" />
    <path class="logo-stroke" d="M8.6 17.4c5.2.4 3.6-8.2 9.2-7.8" />
  </svg>
);
