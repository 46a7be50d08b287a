import type { problems as english } from '../../en/page/problems.ts';

export const problems: typeof english = {
  missing: { title: 'Tässä osoitteessa ei ole mitään', about: 'Osoitteessa voi olla kirjoitusvirhe, tai sivu on poistettu.' },
  canvasMissing: { title: 'Taulua ei löydy', about: 'Se on poistettu, tai osoite on vajaa.' },
  denied: {
    title: 'Tätä taulua ei ole jaettu sinulle',
    about: 'Pyydä osoitteen antajaa jakamaan se sinulle ja yritä sitten uudelleen.',
  },
  signIn: { title: 'Kirjaudu nähdäksesi tämän taulun', about: 'Se on jaettu ihmisille, joilla on täällä tili.' },
  licence: {
    title: 'Tämän palvelimen lisenssi ei ole voimassa',
    about: 'Taulut avautuvat taas, kun ylläpitäjä on asentanut voimassa olevan lisenssin. Mitään ei ole hävinnyt.',
  },
  offline: {
    title: 'Palvelin ei vastaa',
    about: 'Se käynnistyy ehkä uudelleen. Tämä sivu jatkaa itsestään, kun palvelin palaa.',
  },
  trying: 'Yritetään uudelleen …',
  failed: {
    title: 'Tällä sivulla tapahtui virhe',
    about: 'Tähän asti tekemäsi on tallessa palvelimella. Sivun lataaminen uudelleen auttaa yleensä.',
  },
  home: 'Takaisin tauluihin',
  reload: 'Lataa uudelleen',
  copyAddress: 'Kopioi osoite',
  copied: 'Osoite on kopioitu',
  signInAs: 'Kirjaudu toisella tilillä',
};
