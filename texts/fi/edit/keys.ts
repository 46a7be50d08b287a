import type { EditTexts } from '../../edit.ts';

export const keys: EditTexts['keys'] = {
  groups: { tool: 'Työkalut', edit: 'Muokkaus', text: 'Teksti', arrange: 'Järjestäminen' },
  names: { Enter: 'Enter', Escape: 'Esc', Delete: 'Delete', Backspace: 'Askelpalautin', End: 'End' },
  place: 'Valitse uuden kohteen paikka nuolinäppäimillä',
  put: 'Aseta uusi kohde siihen',
  leave: 'Poistu työkalusta, sitten valinnasta',
  nudge: { left: 'Siirrä vasemmalle', right: 'Siirrä oikealle', up: 'Siirrä ylös', down: 'Siirrä alas' },
  'nudge-far': {
    left: 'Siirrä kauas vasemmalle',
    right: 'Siirrä kauas oikealle',
    up: 'Siirrä kauas ylös',
    down: 'Siirrä kauas alas',
  },
  size: { left: 'Kavenna', right: 'Levennä', up: 'Madalla', down: 'Korota' },
  neighbour: {
    left: 'Valitse vasen naapuri',
    right: 'Valitse oikea naapuri',
    up: 'Valitse naapuri yläpuolelta',
    down: 'Valitse naapuri alapuolelta',
  },
};
