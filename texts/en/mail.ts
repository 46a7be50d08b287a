import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`Hello,` : say`Hello ${name},`);

export const en: Texts = {
  direction: 'ltr',
  insteadOfButton: 'If the button does not work, copy this address into your browser:',
  footer: ({ server, site }) => say`This message was sent automatically by ${server} at ${site}.`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`Confirm your e-mail address for ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Somebody, most likely you, has registered an account with the e-mail address ${facts.address} on ${facts.server} (${facts.site}).`,
        say`Please confirm that the address is yours. You can sign in after that.`,
      ],
      button: 'Confirm e-mail address',
      after: [
        say`The link is valid for ${facts.valid} and works once.`,
        say`If you did not register, you need not do anything: without the confirmation nobody can sign in to this account.`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`Confirm your new e-mail address for ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Somebody, most likely you, wants to use ${facts.address} as the e-mail address of an account on ${facts.server} (${facts.site}).`,
        say`Please confirm that this address is yours. From then on, the account signs in with it, and messages of the server go to it. Until then the previous address stays in use.`,
      ],
      button: 'Confirm new address',
      after: [
        say`The link is valid for ${facts.valid} and works once.`,
        say`If you did not request this, do not open the link: without the confirmation nothing changes. Somebody has probably mistyped an address.`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`Choose a new password for ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`A new password was requested for the account ${facts.address} on ${facts.server} (${facts.site}), by you or by an administrator of the server.`,
        say`The link opens a page on which you choose it. When you have done so, the account is signed out on all devices.`,
      ],
      button: 'Choose a new password',
      after: [
        say`The link is valid for ${facts.valid} and works once. A newer message of this kind makes it invalid.`,
        say`If you did not request this, do not open the link and give it to nobody: nothing changes as long as it is not used. If you get such messages again and again, tell the administrator of the server.`,
      ],
    }),
    test: (facts) => ({
      subject: say`Test e-mail from ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`This message shows that ${facts.server} (${facts.site}) can send e-mail with its present settings. An administrator asked the server to send it to ${facts.address}.`,
      ],
      after: [
        say`You need not do anything. If you found this message among unwanted mail, the page on mail in the documentation says what helps.`,
      ],
    }),
  },
};
