import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`Guten Tag,` : say`Guten Tag ${name},`);

export const de: Texts = {
  direction: 'ltr',
  insteadOfButton: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  footer: ({ server, site }) => say`Diese Nachricht wurde automatisch von ${server} unter ${site} verschickt.`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`Bestätigen Sie Ihre E-Mail-Adresse für ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Jemand, vermutlich Sie selbst, hat mit der E-Mail-Adresse ${facts.address} ein Konto auf ${facts.server} (${facts.site}) angelegt.`,
        say`Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Danach können Sie sich anmelden.`,
      ],
      button: 'E-Mail-Adresse bestätigen',
      after: [
        say`Der Link gilt ${facts.valid} lang und kann einmal verwendet werden.`,
        say`Falls Sie kein Konto angelegt haben, brauchen Sie nichts zu tun: Ohne die Bestätigung kann sich niemand mit diesem Konto anmelden.`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`Bestätigen Sie Ihre neue E-Mail-Adresse für ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Für ein Konto auf ${facts.server} (${facts.site}) soll künftig die E-Mail-Adresse ${facts.address} gelten.`,
        say`Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Von da an meldet sich das Konto mit ihr an, und Nachrichten des Servers gehen an sie. Bis dahin gilt die bisherige Adresse.`,
      ],
      button: 'Neue Adresse bestätigen',
      after: [
        say`Der Link gilt ${facts.valid} lang und kann einmal verwendet werden.`,
        say`Falls Sie das nicht veranlasst haben, öffnen Sie den Link nicht: Ohne die Bestätigung ändert sich nichts. Vermutlich hat sich jemand bei der Adresse vertippt.`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`Wählen Sie ein neues Passwort für ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Für das Konto ${facts.address} auf ${facts.server} (${facts.site}) wurde ein neues Passwort angefordert, von Ihnen selbst oder von der Administration des Servers.`,
        say`Der Link öffnet eine Seite, auf der Sie es wählen. Danach ist das Konto auf allen Geräten abgemeldet.`,
      ],
      button: 'Neues Passwort wählen',
      after: [
        say`Der Link gilt ${facts.valid} lang und kann einmal verwendet werden. Eine neuere Nachricht dieser Art macht ihn ungültig.`,
        say`Falls Sie das nicht veranlasst haben, öffnen Sie den Link nicht und geben Sie ihn nicht weiter: Solange ihn niemand verwendet, ändert sich nichts. Wenn Sie wiederholt solche Nachrichten erhalten, wenden Sie sich an die Administration des Servers.`,
      ],
    }),
    test: (facts) => ({
      subject: say`Test-E-Mail von ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Diese Nachricht zeigt, dass ${facts.server} (${facts.site}) mit den derzeitigen Einstellungen E-Mails verschicken kann. Die Administration hat den Server gebeten, sie an ${facts.address} zu senden.`,
      ],
      after: [
        say`Sie brauchen nichts zu tun. Falls sie im Ordner für unerwünschte Nachrichten lag, steht in der Dokumentation auf der Seite über E-Mail, was hilft.`,
      ],
    }),
  },
};
