import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`Hei!` : say`Hei ${name}!`);

export const fi: Texts = {
  direction: 'ltr',
  insteadOfButton: 'Jos painike ei toimi, kopioi tämä osoite selaimeesi:',
  footer: ({ server, site }) => say`Tämän viestin lähetti automaattisesti ${server} osoitteesta ${site}.`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`Vahvista sähköpostiosoitteesi: ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Joku, todennäköisesti sinä itse, on luonut sähköpostiosoitteella ${facts.address} tilin palvelimelle ${facts.server} (${facts.site}).`,
        say`Vahvista, että osoite on sinun. Sen jälkeen voit kirjautua sisään.`,
      ],
      button: 'Vahvista sähköpostiosoite',
      after: [
        say`Linkki on voimassa ${facts.valid} ja toimii kerran.`,
        say`Jos et ole luonut tiliä, sinun ei tarvitse tehdä mitään: ilman vahvistusta kukaan ei voi kirjautua tälle tilille.`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`Vahvista uusi sähköpostiosoitteesi: ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Joku, todennäköisesti sinä itse, haluaa ottaa osoitteen ${facts.address} käyttöön palvelimen ${facts.server} (${facts.site}) tilin sähköpostiosoitteena.`,
        say`Vahvista, että osoite on sinun. Siitä lähtien tilille kirjaudutaan sillä, ja palvelimen viestit lähetetään siihen. Siihen asti käytössä on entinen osoite.`,
      ],
      button: 'Vahvista uusi osoite',
      after: [
        say`Linkki on voimassa ${facts.valid} ja toimii kerran.`,
        say`Jos et ole pyytänyt tätä, älä avaa linkkiä: ilman vahvistusta mikään ei muutu. Joku on luultavasti kirjoittanut osoitteen väärin.`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`Valitse uusi salasana: ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Tilille ${facts.address} palvelimella ${facts.server} (${facts.site}) on pyydetty uutta salasanaa. Pyynnön teit sinä tai palvelimen ylläpitäjä.`,
        say`Linkki avaa sivun, jolla valitset salasanan. Kun olet valinnut sen, tili kirjataan ulos kaikilta laitteilta.`,
      ],
      button: 'Valitse uusi salasana',
      after: [
        say`Linkki on voimassa ${facts.valid} ja toimii kerran. Uudempi samanlainen viesti mitätöi sen.`,
        say`Jos et ole pyytänyt tätä, älä avaa linkkiä äläkä anna sitä kenellekään: mikään ei muutu, ellei linkkiä käytetä. Jos saat tällaisia viestejä toistuvasti, kerro siitä palvelimen ylläpitäjälle.`,
      ],
    }),
    test: (facts) => ({
      subject: say`Testiviesti: ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Tämä viesti osoittaa, että ${facts.server} (${facts.site}) voi lähettää sähköpostia nykyisillä asetuksillaan. Ylläpitäjä pyysi palvelinta lähettämään sen osoitteeseen ${facts.address}.`,
      ],
      after: [
        say`Sinun ei tarvitse tehdä mitään. Jos viesti oli roskapostin joukossa, ohjeiden sähköpostia käsittelevä sivu kertoo, mikä auttaa.`,
      ],
    }),
  },
};
