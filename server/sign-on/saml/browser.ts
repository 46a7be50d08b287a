import { type PendingCookies, pendingCookies } from '../pending.ts';
import type { ServiceProvider } from './setup.ts';

/** The requests that a browser was sent to the identity provider with. The answer is posted by the provider's page. */
export const pendingRequests = ({ recipient }: Pick<ServiceProvider, 'recipient'>): PendingCookies =>
  pendingCookies({ name: 'EaselSaml', isSecure: recipient.startsWith('https:'), isPosted: true });

/** Where a browser begins, to go to `next` in the end. */
export const startPath = (next: string): string => `/users/login/saml?next=${encodeURIComponent(next)}`;
