import type { EditTexts } from '../../edit.ts';

const number = (count: number): string => count.toLocaleString('fi');
const things = (count: number): string => (count === 1 ? '1 kohde' : `${number(count)} kohdetta`);
const otherThings = (count: number): string => (count === 1 ? 'yhtä kohdetta' : `${number(count)} kohdetta`);

export const spoken: EditTexts['spoken'] = {
  tool: (name, isPlaced) => (isPlaced ? `Työkalu: ${name}. Enter lisää uuden keskelle näkymää.` : `Työkalu: ${name}.`),
  moved: (across, down) => {
    const ways = [across !== 0 && side(across, 'oikealle', 'vasemmalle'), down !== 0 && side(down, 'alas', 'ylös')];
    return `Siirretty ${ways.filter((way) => way !== false).join(' ja ')}`;
  },
  sized: (width, height) => `Leveys ${number(width)}, korkeus ${number(height)}`,
  added: (kind, position) => [`Lisätty: ${kind}`, position].filter(Boolean).join(', '),
  position: (at, of) => `${number(at)}/${number(of)}`,
  deleted: (count, keys) => `Poistettu: ${things(count)}. Kumoa näppäimillä ${keys}`,
  undoKeys: (isMac) => (isMac ? 'Komento Z' : 'Ctrl Z'),
  duplicated: (count) => `Monistettu: ${things(count)}`,
  pinned: (count) =>
    count === 1 ? 'Yksi kiinnitetty kohde pysyy paikallaan.' : `${number(count)} kiinnitettyä kohdetta pysyy paikallaan.`,
  did: {
    add: 'Lisätty',
    arrange: 'Järjestetty',
    background: 'Tausta vaihdettu',
    colour: 'Väri vaihdettu',
    connect: 'Yhdistetty',
    delete: 'Poistettu',
    duplicate: 'Monistettu',
    erase: 'Pyyhitty',
    ink: 'Piirretty',
    media: 'Toistoa muutettu',
    move: 'Siirretty',
    paste: 'Liitetty',
    pin: 'Kiinnitetty',
    properties: 'Muutettu',
    put: 'Asetettu',
    resize: 'Kokoa muutettu',
    scale: 'Skaalausta muutettu',
    stack: 'Pinojärjestystä muutettu',
    table: 'Taulukkoa muutettu',
    text: 'Tekstiä muutettu',
    unpin: 'Irrotettu',
    upload: 'Tiedosto lisätty',
  },
  nothing: { undo: 'Ei kumottavaa', redo: 'Ei uudelleen tehtävää' },
  done: { undo: (what) => `Kumottu: ${what}`, redo: (what) => `Tehty uudelleen: ${what}` },
  doneBut: {
    undo: (count) => `Kumottu, mutta muut ovat sen jälkeen muuttaneet ${otherThings(count)}`,
    redo: (count) => `Tehty uudelleen, mutta muut ovat sen jälkeen muuttaneet ${otherThings(count)}`,
  },
  notDone: {
    undo: (count) => `Ei kumottu: muut ovat sen jälkeen muuttaneet ${otherThings(count)}`,
    redo: (count) => `Ei tehty uudelleen: muut ovat sen jälkeen muuttaneet ${otherThings(count)}`,
  },
  deletedOne: (what, on) => (on === 0 ? `Poistettu: ${what}.` : `Poistettu: ${what} ja sen päältä ${things(on)}.`),
  deletedMany: (count) => `Poistettu: ${things(count)}.`,
  ask: (count) => `Poistetaanko ${things(count)}?`,
  askMore: 'Ne katoavat myös muilta. Kumoaminen tuo ne takaisin.',
  cancel: 'Peruuta',
};

const side = (length: number, to: string, back: string): string => `${number(Math.abs(length))} px ${length > 0 ? to : back}`;
