import { type ReadonlySignal, signal } from '@preact/signals';

/** What screen readers are told. */
export interface Speech {
  readonly polite: ReadonlySignal<string>;
  readonly urgent: ReadonlySignal<string>;
  /** What others do: said when the person has heard what is being read. */
  say(text: string): void;
  /** What a key of the person did: said at once, so that quick steps do not queue up. */
  answer(text: string): void;
}

export function createSpeech(): Speech {
  const polite = signal('');
  const urgent = signal('');
  // A text that is set again says nothing, unless something about it is new
  const anew = (before: string, text: string): string => (before === text ? `${text}\u00a0` : text);
  return {
    polite,
    urgent,
    say(text) {
      polite.value = anew(polite.peek(), text);
    },
    answer(text) {
      urgent.value = anew(urgent.peek(), text);
    },
  };
}

/** The two places that screen readers listen to; once on the page of a canvas, from its beginning. */
export const SpeechRegions = ({ speech }: { readonly speech: Speech }) => (
  <>
    <div class="unseen" role="status" aria-live="polite">
      {speech.polite.value}
    </div>
    <div class="unseen" role="alert" aria-live="assertive">
      {speech.urgent.value}
    </div>
  </>
);
