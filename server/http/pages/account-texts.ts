/** What the pages behind the links in mails say. `{n}`: a number that the script fills in. */
const english = {
  lang: 'en',
  confirmTitle: 'Confirm your e-mail address',
  confirmLead: 'Press the button to confirm that this address is yours.',
  confirmButton: 'Confirm',
  confirmed: 'Your e-mail address is confirmed. You can sign in now, unless an administrator has to approve your account first.',
  resetTitle: 'Choose a new password',
  resetLead: 'Choose a password that you use nowhere else. You will be signed out everywhere.',
  resetButton: 'Set the password',
  resetDone: 'Your password is set. You can sign in with it now.',
  password: 'New password',
  again: 'The same again',
  differ: 'The two passwords are not the same.',
  short: 'The password must be at least {n} characters long.',
  common: 'This password is too common: choose another one.',
  own: 'The password must not be your e-mail address: choose another one.',
  names: 'The password must be more than names and addresses: choose another one.',
  invalid:
    'This link is not valid, or not any more: it was used, or is too old, or a newer one was sent. If you have just opened it, open it from the mail once more.',
  taken: 'Another account has this e-mail address by now.',
  busy: 'Too many attempts. Try again in {n} min.',
  failed: 'The server does not answer. Try again in a moment.',
  signIn: 'Sign in',
  noScript: 'This page needs JavaScript.',
};
export type AccountTexts = typeof english;

const german: AccountTexts = {
  lang: 'de',
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmLead: 'Drücken Sie die Taste, um zu bestätigen, dass diese Adresse Ihnen gehört.',
  confirmButton: 'Bestätigen',
  confirmed:
    'Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden, sofern nicht erst ein Administrator Ihr Konto freigeben muss.',
  resetTitle: 'Neues Passwort wählen',
  resetLead: 'Wählen Sie ein Passwort, das Sie sonst nirgends verwenden. Sie werden überall abgemeldet.',
  resetButton: 'Passwort setzen',
  resetDone: 'Ihr Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
  password: 'Neues Passwort',
  again: 'Noch einmal dasselbe',
  differ: 'Die beiden Passwörter sind nicht gleich.',
  short: 'Das Passwort muss mindestens {n} Zeichen lang sein.',
  common: 'Dieses Passwort ist zu verbreitet: Wählen Sie ein anderes.',
  own: 'Das Passwort darf nicht Ihre E-Mail-Adresse sein: Wählen Sie ein anderes.',
  names: 'Das Passwort muss mehr sein als Namen und Adressen: Wählen Sie ein anderes.',
  invalid:
    'Dieser Link gilt nicht oder nicht mehr: Er wurde benutzt, ist zu alt, oder es wurde ein neuerer geschickt. Falls Sie ihn gerade geöffnet haben, öffnen Sie ihn noch einmal aus der Mail.',
  taken: 'Inzwischen hat ein anderes Konto diese E-Mail-Adresse.',
  busy: 'Zu viele Versuche. Versuchen Sie es in {n} Min. wieder.',
  failed: 'Der Server antwortet nicht. Versuchen Sie es gleich noch einmal.',
  signIn: 'Anmelden',
  noScript: 'Diese Seite braucht JavaScript.',
};

/** In the language that a browser asks for: the first of its list, by weight, that there is. English when there is none. */
export function accountTexts(acceptLanguage: string | undefined): AccountTexts {
  const asked = (acceptLanguage ?? '').slice(0, 500).split(',').map(weighed);
  const known = asked.filter(({ tag, weight }) => weight > 0 && /^(en|de)\b/.test(tag)).sort((a, b) => b.weight - a.weight);
  return known[0]?.tag.startsWith('de') ? german : english;
}

function weighed(part: string): { tag: string; weight: number } {
  const [tag = '', ...rest] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const sent = rest.find((piece) => piece.startsWith('q='));
  return { tag, weight: sent === undefined ? 1 : Number(sent.slice(2)) || 0 };
}
