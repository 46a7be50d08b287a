import type { PanelTexts } from '../../panels.ts';

export const files: PanelTexts['files'] = {
  none: 'Taululle ei ole lisätty tiedostoja tämän sivun avaamisen jälkeen.',
  doneOf: (done, all) => `${done}/${all} valmiina`,
  goOn: 'Voit jatkaa työskentelyä. Lähetys jatkuu niin kauan kuin tämä sivu on auki.',
  dropHere: (count) => (count === 1 ? 'Pudota tiedosto tähän' : `Pudota ${count} tiedostoa tähän`),
  begun: (count) => (count === 1 ? 'Tiedostoa lähetetään.' : `${count} tiedostoa lähetetään.`),
  waiting: 'odottaa',
  storing: 'tallennetaan …',
  sharpening: 'terävöitetään',
  done: 'valmis',
  nameAndSize: (name, size) => `${name} · ${size}`,
  cancel: (name) => `Peruuta lähetys: ${name}`,
  remove: 'Poista',
  removeOf: (name) => `Poista: ${name}`,
  notArrived: (name) => `${name} ei tullut perille`,
  faults: {
    type: (called) =>
      `${called === '' ? 'Tämäntyyppisiä tiedostoja' : `${called}-tiedostoja`} ei voi näyttää taululla. Kuvia, videoita ja PDF-tiedostoja voi.`,
    large: 'Se on suurempi kuin palvelin sallii.',
    room: 'Palvelimella ei ole sille juuri nyt tilaa.',
    rights: 'Et saa lisätä tiedostoja tälle taululle.',
    network: (share) => `Verkkoyhteys katkesi, kun valmiina oli ${share}.`,
    refused: 'Palvelin ei ottanut sitä vastaan.',
  },
};
