import type { EditTexts } from '../../edit.ts';

/** The genitive of a kind with a name or a text in it, such as "Muistilappu". */
const genitives: Readonly<Record<string, string>> = {
  Muistilappu: 'Muistilapun',
  Taulukko: 'Taulukon',
  Taulukkosolu: 'Taulukkosolun',
  Ankkuri: 'Ankkurin',
};

const of = (kind: string, what: string): string => (genitives[kind] ? `${genitives[kind]} ${what}` : `${kind}: ${what}`);

export const text: EditTexts['text'] = {
  writtenBy: (name) => `${name} muokkaa tätä`,
  textOf: (kind) => of(kind, 'teksti'),
  titleOf: (kind) => of(kind, 'otsikko'),
  nameOf: (kind) => of(kind, 'nimi'),
  panel: 'Teksti',
  none: 'Valitse kohde, jossa on tekstiä.',
  changed: 'Joku muu muutti tätä tekstiä.',
  useMine: 'Käytä omaani',
  keepTheirs: 'Pidä muiden',
  keepBoth: 'Pidä molemmat',
  tooLong: (most) => `Liian pitkä: tekstissä voi olla enintään ${most} merkkiä.`,
  next: 'Sarkain',
  below: (mod) => `${mod} Enter`,
};
