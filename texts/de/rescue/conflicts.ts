import type { RescueTexts } from '../../rescue.ts';

export const conflicts: RescueTexts['conflicts'] = {
  title: 'Änderungen, die auf Änderungen anderer treffen',
  about:
    'Während diese Seite keine Verbindung hatte, hat jemand anderes dasselbe geändert. Der Canvas zeigt die andere Fassung, bis Sie wählen.',
  none: 'Es gibt nichts mehr zu wählen.',
  told: (count) =>
    count === 1
      ? 'Jemand anderes hat inzwischen dasselbe geändert wie Sie. Die andere Fassung ist zu sehen, bis Sie wählen.'
      : `Jemand anderes hat inzwischen ${count} derselben Dinge geändert wie Sie. Die andere Fassung ist zu sehen, bis Sie wählen.`,
  show: 'Anzeigen',
  useMine: 'Meine nehmen',
  keepTheirs: 'Andere behalten',
  keepBoth: 'Beide behalten',
  yours: 'Ihre',
  theirs: 'Andere',
  gone: 'Es wurde inzwischen gelöscht.',
  held: 'Jemand ändert das gerade.',
  keptTheirs: 'Die andere Fassung bleibt',
  goTo: (name) => `Zu ${name}`,
  stroke: 'Strich',
  empty: 'leer',
  yes: 'ja',
  no: 'nein',
  changed: 'geändert',
  fields: {
    location: 'Ort',
    size: 'Größe',
    scale: 'Maßstab',
    depth: 'Reihenfolge',
    auto_raise: 'Reihenfolge',
    parent_id: 'Liegt auf',
    pinned: 'Angeheftet',
    points: 'Linie',
    src: 'Anfang',
    dst: 'Ende',
  },
};
