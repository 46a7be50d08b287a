import './spinner.css';

/** Something is being loaded; `label` says what. It appears only after a moment, so that quick loading does not flicker. */
export const Spinner = ({ label }: { readonly label: string }) => (
  <div class="spinner" role="status">
    <span class="spinner-ring" aria-hidden="true" />
    <span>{label}</span>
  </div>
);
