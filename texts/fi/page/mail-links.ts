import type { mailLinks as english } from '../../en/page/mail-links.ts';

export const mailLinks: typeof english = {
  confirmTitle: 'Vahvista sähköpostiosoitteesi',
  confirmAbout: 'Vahvista painikkeella, että tämä osoite on sinun.',
  confirmSubmit: 'Vahvista',
  confirmed: 'Sähköpostiosoitteesi on vahvistettu. Voit kirjautua nyt sisään, ellei ylläpitäjän tarvitse ensin hyväksyä tiliäsi.',
  resetTitle: 'Valitse uusi salasana',
  resetAbout: 'Valitse salasana, jota et käytä muualla. Sinut kirjataan ulos kaikkialta.',
  resetPassword: 'Uusi salasana',
  resetSubmit: 'Aseta salasana',
  resetDone: 'Salasanasi on asetettu. Voit kirjautua nyt sillä.',
};
