import type { signIn as english } from '../../en/page/sign-in.ts';

const invalidLink =
  'Dieser Link gilt nicht oder nicht mehr: Er wurde benutzt, ist zu alt, oder es wurde ein neuerer geschickt. Falls Sie ihn gerade geöffnet haben, öffnen Sie ihn noch einmal aus der E-Mail.';

export const signIn: typeof english = {
  title: 'Anmelden',
  welcome: 'Gemeinsame Canvases für Ihr Team, Ihren Tisch und Ihre Wände.',
  ended: 'Sie sind abgemeldet. Melden Sie sich wieder an, dann sind Sie da, wo Sie waren.',
  wanted: 'Melden Sie sich an, um zu sehen, was unter dieser Adresse steht.',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  remember: 'Angemeldet bleiben',
  submit: 'Anmelden',
  or: 'oder',
  saml: 'Mit dem Konto Ihrer Organisation (SAML)',
  oidc: 'Mit dem Konto Ihrer Organisation',
  oidcNamed: (name: string) => `Mit ${name} anmelden`,
  noWayIn: 'Dieser Server bietet hier keine Anmeldung an. Fragen Sie, wer ihn betreibt.',
  forgotten: 'Passwort vergessen?',
  forgottenTitle: 'Passwort vergessen',
  forgottenAbout: 'Wir schicken Ihnen eine E-Mail mit einem Link, über den Sie ein neues wählen.',
  forgottenSubmit: 'E-Mail schicken',
  forgottenDone: (email) =>
    `Wenn es ein Konto mit der Adresse ${email} gibt, ist eine E-Mail unterwegs. Ihr Link gilt 24 Stunden.`,
  register: 'Konto anlegen',
  registerTitle: 'Konto anlegen',
  registerSubmit: 'Konto anlegen',
  noAccount: 'Noch kein Konto?',
  yourName: 'Ihr Name',
  newPassword: 'Passwort wählen',
  registered: (email) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffnen Sie den Link darin und melden Sie sich dann hier an.`,
  registeredWaits: (email) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffnen Sie den Link darin. Danach muss die Administration Ihr Konto freigeben, bevor Sie sich anmelden können.`,
  doneTitle: 'Sehen Sie in Ihr Postfach',
  backToSignIn: 'Zurück zur Anmeldung',
  missing: 'Bitte ausfüllen.',
  again: (time) => `Zu viele Versuche. In ${time} können Sie es wieder versuchen.`,
  tooShort: (least) => `Das Passwort muss mindestens ${least} Zeichen lang sein.`,
  firstTitle: 'Ist dieser Server neu?',
  firstAbout:
    'Sein erster Start hat ein Konto für die Administration angelegt, und ein Passwort. Haben Sie ihn von Hand gestartet, steht beides in jenem Fenster. Läuft er als Dienst, steht das Passwort in dieser Datei seines Datenordners:',
  firstElse: 'Wenn Sie EASEL_ADMIN_PASSWORD gesetzt haben, ist dies das Passwort.',
  refusals: {
    'Invalid username or password.': 'Diese E-Mail-Adresse und dieses Passwort gehören nicht zusammen.',
    'User is blocked': 'Dieses Konto ist gesperrt. Fragen Sie die Administration.',
    'User account is not approved': 'Dieses Konto wartet auf die Freigabe durch die Administration.',
    'Email address is not confirmed':
      'Die E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen geschickt haben.',
    'Sign-in using a password is not enabled': 'Auf diesem Server meldet man sich nicht mit einem Passwort an.',
    'Sign-up using a password is not enabled': 'Auf diesem Server kann man selbst kein Konto mehr anlegen.',
    'Email domain is not allowed': 'Konten mit Adressen dieser Domain sind hier nicht erlaubt.',
    'Email is already in use':
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an, oder fordern Sie ein neues Passwort an.',
    'email is not a valid e-mail address': 'Das ist keine E-Mail-Adresse.',
    'License has expired': 'Die Lizenz dieses Servers ist abgelaufen.',
    'License is not valid': 'Die Lizenz dieses Servers ist nicht gültig.',
    'Invalid token': invalidLink,
    'Invalid email confirmation token.': invalidLink,
    'Password is too common: choose another one': 'Dieses Passwort ist zu verbreitet: Wählen Sie ein anderes.',
    'Password must not be the e-mail address: choose another one':
      'Das Passwort darf nicht Ihre E-Mail-Adresse sein: Wählen Sie ein anderes.',
    'Password must not be made of names and addresses: choose another one':
      'Das Passwort muss mehr sein als Namen und Adressen: Wählen Sie ein anderes.',
  },
};
