import './logo.css';

/** The mark of Easel in the colours of the theme. It says nothing to screen readers: the name stands beside it. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <path class="logo-legs" d="M10 20 6 29M22 20l4 9M16 20v6" />
    <rect class="logo-board" x="4" y="3" width="24" height="18" rx="3" />
    <rect class="logo-note" x="8" y="7" width="7" height="6" rx="1" />
    <rect class="logo-sheet" x="17" y="10" width="7" height="7" rx="1" />
  </svg>
);
