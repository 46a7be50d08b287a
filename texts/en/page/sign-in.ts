/** The token was used, is too old, or is forgotten because the page was loaded again. */
const invalidLink =
  'This link is not valid, or not any more: it was used, or is too old, or a newer one was sent. If you have just opened it, open it from the mail once more.';

export const signIn = {
  title: 'Sign in',
  welcome: 'Shared canvases for your team, your table and your walls.',
  ended: 'You are signed out. Sign in again, and you are back where you were.',
  wanted: 'Sign in to see what is at this address.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  remember: 'Stay signed in',
  submit: 'Sign in',
  or: 'or',
  saml: 'Sign in with your organisation (SAML)',
  oidc: 'Sign in with your organisation',
  oidcNamed: (name: string) => `Sign in with ${name}`,
  noWayIn: 'This server offers no way to sign in here. Ask whoever runs it.',
  forgotten: 'Forgotten password?',
  forgottenTitle: 'Forgotten password',
  forgottenAbout: 'We will send you a mail with a link to choose a new one.',
  forgottenSubmit: 'Send the mail',
  forgottenDone: (email: string) =>
    `If there is an account with the address ${email}, a mail is on its way. Its link works for 24 hours.`,
  register: 'Create an account',
  registerTitle: 'Create an account',
  registerSubmit: 'Create account',
  noAccount: 'No account yet?',
  yourName: 'Your name',
  newPassword: 'Choose a password',
  registered: (email: string) => `We sent a mail to ${email}. Open the link in it, and then sign in here.`,
  registeredWaits: (email: string) =>
    `We sent a mail to ${email}. Open the link in it. Then an administrator has to approve your account before you can sign in.`,
  doneTitle: 'Check your mail',
  backToSignIn: 'Back to signing in',
  missing: 'Fill this in.',
  again: (time: string) => `Too many attempts. You can try again in ${time}.`,
  tooShort: (least: number) => `The password must be at least ${least} characters long.`,
  firstTitle: 'Is this a new server?',
  firstAbout:
    'Its first start made an account for an administrator, and a password. Where you started it by hand, both are printed in that window. Where it runs as a service, the password is in this file of its data folder:',
  firstElse: 'If you set EASEL_ADMIN_PASSWORD, that is the password.',
  /** The server's own words, in this language; others are shown as they come. */
  refusals: {
    'Invalid username or password.': 'This e-mail address and this password do not match.',
    'User is blocked': 'This account is blocked. Ask an administrator.',
    'User account is not approved': 'This account is waiting for an administrator to approve it.',
    'Email address is not confirmed': 'The e-mail address is not confirmed yet. Open the link in the mail that we sent you.',
    'Sign-in using a password is not enabled': 'This server does not allow signing in with a password.',
    'Sign-up using a password is not enabled': 'This server does not allow people to create accounts themselves.',
    'Email domain is not allowed': 'Accounts with addresses of this domain are not allowed here.',
    'Email is already in use': 'There is an account with this e-mail address already. Sign in, or ask for a new password.',
    'email is not a valid e-mail address': 'This is not an e-mail address.',
    'License has expired': 'The licence of this server has expired.',
    'License is not valid': 'The licence of this server is not valid.',
    'Invalid token': invalidLink,
    'Invalid email confirmation token.': invalidLink,
    'Password is too common: choose another one': 'This password is too common: choose another one.',
    'Password must not be the e-mail address: choose another one':
      'The password must not be your e-mail address: choose another one.',
    'Password must not be made of names and addresses: choose another one':
      'The password must be more than names and addresses: choose another one.',
  } as Readonly<Record<string, string>>,
};
