import type { pair as english } from '../en/pair.ts';

export const pair: typeof english = {
  title: 'Yhdistä näyttöseinä',
  about: 'Näyttöseinä, jossa ei ole näppäimistöä, näyttää koodin. Kirjoita koodi tähän, niin seinä kirjautuu sisään.',
  code: 'Näyttöseinän koodi',
  codeHint: 'Kahdeksan kirjainta ja numeroa, esimerkiksi K7QF-2M4X',
  find: 'Jatka',
  question: 'Onko tämä sinun näyttöseinäsi?',
  compare: 'Yhdistä vain näyttöseinä, joka on edessäsi ja jossa näkyy tämä koodi.',
  wall: 'Näyttöseinä',
  unnamed: 'Nimetön näyttöseinä',
  address: 'Verkko-osoite',
  expires: (time) => `Koodi on voimassa vielä ${time}.`,
  as: 'Kirjautuu tilille',
  asMe: (name) => `${name} (sinä)`,
  writes: 'Tällä seinällä saa kirjoittaa',
  writesHint: 'Ilman tätä seinä vain näyttää.',
  hands: (person) =>
    `Näyttöseinä saa lukea ja näyttää, mitä ${person} saa nähdä, mutta ei muuttaa mitään. Oikeus kestää 14 päivää ja pidempään, jos yhteys säilyy.`,
  handsWrites: (person) =>
    `Näyttöseinä saa lukea, näyttää ja muokata tauluja samoin oikeuksin kuin ${person}, mutta ei tilejä. Oikeus kestää 14 päivää ja pidempään, jos yhteys säilyy.`,
  asWhom: 'Kenen nimissä seinä toimii',
  ownAccount: 'Seinän oma tili',
  ownAccountHint: 'Se näkee vain sen, mitä sille jaat.',
  me: 'Minä',
  somebody: 'Joku muu',
  accountName: 'Tilin nimi',
  sameWall: 'Sama seinä uudelleen',
  newWall: 'Ei, uusi seinä',
  steers: 'Se saa myös ohjata näyttöseiniä',
  adminWarning: 'Kuka tahansa seinää koskettava voisi avata jokaisen taulun.',
  lasting: (person) =>
    `Näyttöseinä saa tehdä tauluilla samat asiat kuin ${person}, mutta ei mitään tileille. Se pysyy kirjautuneena, kunnes päätät sen istunnon tai kukaan ei ole pitkään aikaan käyttänyt sitä.`,
  lastingReads: (person) =>
    `Näyttöseinä saa näyttää, mitä ${person} saa nähdä, mutta ei muuttaa mitään. Se pysyy kirjautuneena, kunnes päätät sen istunnon tai kukaan ei ole pitkään aikaan käyttänyt sitä.`,
  lastingOwn:
    'Näyttöseinä saa näyttää ja muokata, mitä sen tilille on jaettu, eikä mitään muuta. Se pysyy kirjautuneena, kunnes päätät sen istunnon tai kukaan ei ole pitkään aikaan käyttänyt sitä.',
  lastingOwnReads:
    'Näyttöseinä saa näyttää, mitä sen tilille on jaettu, mutta ei muuttaa mitään. Se pysyy kirjautuneena, kunnes päätät sen istunnon tai kukaan ei ole pitkään aikaan käyttänyt sitä.',
  doneOwn: (account) =>
    `Näyttöseinä kirjautuu muutamassa sekunnissa sisään ja pysyy kirjautuneena. Jaa taulu tilille ”${account}”, niin sen voi avata seinällä.`,
  doneLasting: (wall, person) => `${wall} kirjautuu muutamassa sekunnissa tilille ${person} ja pysyy kirjautuneena.`,
  confirm: 'Yhdistä tämä seinä',
  another: 'Toinen koodi',
  done: 'Näyttöseinä on yhdistetty',
  doneAbout: (wall, person) =>
    `${wall} kirjautuu muutamassa sekunnissa tilille ${person} 14 päiväksi ja pidemmäksi aikaa, jos yhteys säilyy.`,
  doneHome: 'Siirry tauluihin',
  doneMore: 'Yhdistä toinen seinä',
  unknown: 'Mikään näyttöseinä ei näytä nyt tätä koodia. Tarkista se: koodi toimii kerran ja on voimassa kymmenen minuuttia.',
  locked: (time) => `Liian monta väärää koodia. Odota ${time} ja yritä uudelleen.`,
  incomplete: 'Koodissa on kahdeksan kirjainta ja numeroa.',
  deniedOther: 'Et voi kirjata näyttöseinää sisään: tällä istunnolla on vain osa oikeuksistasi.',
};
