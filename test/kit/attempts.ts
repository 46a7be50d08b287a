/** Environment of a server on which tests may fail to sign in, and ask for mails, as often as they like. */
export const unboundedAttempts: Readonly<Record<string, string>> = {
  EASEL_SIGN_IN_FAILURES_PER_ACCOUNT: '0',
  EASEL_SIGN_IN_FAILURES_PER_ADDRESS: '0',
  EASEL_MAILS_PER_RECIPIENT: '0',
  EASEL_MAILS_PER_ADDRESS: '0',
};
