/** Both pages are loaded together, whichever link was opened. */
export { ConfirmEmail } from './confirm-email.tsx';
export { ResetPassword } from './reset-password.tsx';
