import type { Metrics } from '../metrics/metrics.ts';

/** How somebody proves who they are. `pairing`: with a code that a signed-in person has typed elsewhere. */
export type SignInWay = 'password' | 'token' | 'saml' | 'oidc' | 'pairing';

/** `limited`: refused with 429, because too many before were wrong. `busy`: refused with 503, because too many wait to be looked at. */
export type SignInOutcome = 'ok' | 'refused' | 'limited' | 'busy';

export type CountSignIn = (way: SignInWay, outcome: SignInOutcome) => void;

/** Lets the metrics tell how many sign in, and how many try. */
export function createSignInMetrics(metrics: Metrics): CountSignIn {
  const ended = metrics.counter({
    name: 'easel_sign_ins_total',
    help: 'Attempts to sign in by their way and outcome; limited: too many before were wrong; busy: too many wait',
    labels: ['way', 'outcome'],
  });
  return (way, outcome) => ended.of(way, outcome).add();
}
