import type { EditTexts } from '../../edit.ts';

export const keys: EditTexts['keys'] = {
  groups: { tool: 'Werkzeuge', edit: 'Bearbeiten', text: 'Text', arrange: 'Anordnen' },
  names: { Enter: 'Eingabe', Escape: 'Esc', Delete: 'Entf', Backspace: 'Rücktaste', End: 'Ende' },
  place: 'Platz für Neues wählen, mit den Pfeiltasten',
  put: 'Das Neue dort ablegen',
  leave: 'Werkzeug verlassen, dann die Auswahl',
  nudge: { left: 'Nach links rücken', right: 'Nach rechts rücken', up: 'Nach oben rücken', down: 'Nach unten rücken' },
  'nudge-far': {
    left: 'Weit nach links rücken',
    right: 'Weit nach rechts rücken',
    up: 'Weit nach oben rücken',
    down: 'Weit nach unten rücken',
  },
  size: { left: 'Schmaler machen', right: 'Breiter machen', up: 'Niedriger machen', down: 'Höher machen' },
  neighbour: {
    left: 'Linken Nachbarn auswählen',
    right: 'Rechten Nachbarn auswählen',
    up: 'Oberen Nachbarn auswählen',
    down: 'Unteren Nachbarn auswählen',
  },
};
