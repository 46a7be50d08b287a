import type { Texts } from '../../page.ts';

export const mailLinks: Texts['mailLinks'] = {
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmAbout: 'Drücken Sie die Taste, um zu bestätigen, dass diese Adresse Ihnen gehört.',
  confirmSubmit: 'Bestätigen',
  confirmed:
    'Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden, sofern nicht erst die Administration Ihr Konto freigeben muss.',
  resetTitle: 'Neues Passwort wählen',
  resetAbout: 'Wählen Sie ein Passwort, das Sie sonst nirgends verwenden. Sie werden überall abgemeldet.',
  resetPassword: 'Neues Passwort',
  resetSubmit: 'Passwort setzen',
  resetDone: 'Ihr Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
};
