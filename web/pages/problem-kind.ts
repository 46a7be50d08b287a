/**
 * `missing`: no page at this address. `canvasMissing`: 404 of a canvas. `denied`: its 403. `signIn`: its 401. `licence`: 402.
 * `offline`: no answer; whoever shows it tries again. `failed`: a fault of the page.
 */
export type ProblemKind = 'missing' | 'canvasMissing' | 'denied' | 'signIn' | 'licence' | 'offline' | 'failed';

/** What stands in front of a canvas that the server does not give out, by the status of its refusal. */
export function problemOf(status: number): ProblemKind {
  switch (status) {
    case 0:
      return 'offline';
    case 401:
      return 'signIn';
    case 402:
      return 'licence';
    case 403:
      return 'denied';
    case 404:
      return 'canvasMissing';
    default:
      return 'failed';
  }
}
