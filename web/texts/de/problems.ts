import type { problems as english } from '../en/problems.ts';

export const problems: typeof english = {
  missing: {
    title: 'An dieser Adresse steht nichts',
    about: 'Vielleicht ist sie vertippt, oder was hier stand, gibt es nicht mehr.',
  },
  canvasMissing: {
    title: 'Diese Leinwand gibt es nicht',
    about: 'Sie wurde gelöscht, oder die Adresse ist nicht vollständig.',
  },
  denied: {
    title: 'Diese Leinwand ist nicht für Sie freigegeben',
    about: 'Bitten Sie, von wem Sie die Adresse haben, sie für Sie freizugeben, und versuchen Sie es dann noch einmal.',
  },
  signIn: {
    title: 'Melden Sie sich an, um diese Leinwand zu sehen',
    about: 'Sie ist für Menschen freigegeben, die hier ein Konto haben.',
  },
  licence: {
    title: 'Die Lizenz dieses Servers ist nicht gültig',
    about: 'Leinwände öffnen sich wieder, sobald die Administration eine gültige installiert hat. Es geht nichts verloren.',
  },
  offline: {
    title: 'Der Server antwortet nicht',
    about: 'Vielleicht startet er gerade neu. Die Seite geht von selbst weiter, wenn er wieder da ist.',
  },
  trying: 'Neuer Versuch …',
  failed: {
    title: 'Auf dieser Seite ist etwas schiefgegangen',
    about: 'Was Sie bisher getan haben, steht auf dem Server. Meistens hilft es, die Seite neu zu laden.',
  },
  home: 'Zurück zu den Leinwänden',
  reload: 'Neu laden',
  copyAddress: 'Adresse kopieren',
  copied: 'Die Adresse ist kopiert',
  signInAs: 'Als jemand anderes anmelden',
};
