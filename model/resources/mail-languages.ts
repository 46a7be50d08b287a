/** The languages of the texts of mails; each is a file in `server/mail/texts`. The first one counts where nobody said another. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];
