import type { problems as english } from '../../en/page/problems.ts';

export const problems: typeof english = {
  missing: {
    title: 'Unter dieser Adresse gibt es nichts',
    about: 'Vielleicht ist sie falsch geschrieben, oder was hier stand, gibt es nicht mehr.',
  },
  canvasMissing: {
    title: 'Diesen Canvas gibt es nicht',
    about: 'Er wurde gelöscht, oder die Adresse ist nicht vollständig.',
  },
  denied: {
    title: 'Dieser Canvas ist nicht mit Ihnen geteilt',
    about:
      'Bitten Sie die Person, von der Sie die Adresse haben, ihn mit Ihnen zu teilen, und versuchen Sie es dann noch einmal.',
  },
  signIn: {
    title: 'Melden Sie sich an, um diesen Canvas zu sehen',
    about: 'Er ist mit Personen geteilt, die hier ein Konto haben.',
  },
  licence: {
    title: 'Die Lizenz dieses Servers ist nicht gültig',
    about: 'Canvases öffnen sich wieder, sobald die Administration eine gültige installiert hat. Es geht nichts verloren.',
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
  home: 'Zurück zu den Canvases',
  reload: 'Neu laden',
  copyAddress: 'Adresse kopieren',
  copied: 'Die Adresse ist kopiert',
  signInAs: 'Als jemand anderes anmelden',
};
