import type { Texts } from '../../page.ts';

export const sharing: Texts['sharing'] = {
  title: (name) => `Compartir «${name}»`,
  seeTitle: (name) => `Quién puede ver «${name}»`,
  panelTitle: 'Compartir',
  loading: 'Consultando quién puede verlo…',
  add: 'Añadir personas o grupos',
  addHint: 'Nombre o correo',
  addNone: 'No se encuentra a nadie.',
  addAs: 'Qué pueden hacer',
  people: 'Quién tiene acceso',
  you: (name) => `${name} (tú)`,
  group: 'Grupo',
  wall: 'Muro',
  everybody: 'Todas las personas de este servidor',
  unknownUser: (id) => `Persona ${id}`,
  unknownGroup: (id) => `Grupo ${id}`,
  inherited: 'de una carpeta superior',
  levelOf: (name) => `Qué puede hacer ${name}`,
  levels: { none: 'Sin acceso', view: 'Puede ver', edit: 'Puede editar', owner: 'Propietario' },
  remove: 'Quitar',
  added: (name) => `${name} ya tiene acceso.`,
  changed: (name, level) => `${name}: ${level}`,
  onlyOwner: 'Un lienzo o una carpeta necesita un propietario. Asigna antes ese papel a otra persona.',
  removed: (name) => `${name} ya no tiene acceso.`,

  editorsShare: 'Quien puede editar también puede compartir',
  link: 'Enlace',
  linkLevels: {
    none: 'Solo personas con acceso',
    view: 'Cualquiera con el enlace puede ver',
    edit: 'Cualquiera con el enlace puede ver. Con la sesión iniciada se puede editar.',
  },
  linkAbout: {
    none: 'Para las personas y los grupos de arriba.',
    view: 'No hace falta una cuenta para mirar.',
    edit: 'No hace falta una cuenta para mirar. Para cambiar algo, sí.',
  },
  copyLink: 'Copiar el enlace',
  linkCopied: 'Se ha copiado el enlace.',
  qr: 'Código QR del enlace',
  linkToCopy: 'Dirección para copiar',

  summary: ({ people, groups, everybody, link }) => {
    if (link) return 'Cualquiera que tenga el enlace puede ver esto ahora, también sin cuenta.';
    if (everybody) return 'Todas las personas con cuenta en este servidor pueden ver esto ahora.';
    if (people === 1 && groups === 0) return 'Solo una persona puede ver esto ahora, además de la administración.';
    const parts = [
      people === 1 ? '1 persona' : `${people} personas`,
      groups === 0 ? '' : groups === 1 ? '1 grupo' : `${groups} grupos`,
    ];
    return `Pueden ver esto ahora: ${parts.filter(Boolean).join(' y ')}, además de la administración.`;
  },
};
