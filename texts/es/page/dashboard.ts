import type { Texts } from '../../page.ts';

const things = (count: number, name: string): string => (count === 1 ? `«${name}»` : `${count} elementos`);
/** What was done with one item, or with several. */
const did = (count: number, done: string): string => (count === 1 ? `se ha ${done}` : `se han ${done}`);

export const dashboard: Texts['dashboard'] = {
  places: 'Lugares',
  showPlaces: 'Mostrar lugares',
  all: 'Todos los lienzos',
  own: 'Mis lienzos',
  shared: 'Compartidos conmigo',
  sharedShort: 'Compartidos',
  mine: 'Míos',
  starred: 'Destacados',
  recent: 'Recientes',
  pickUp: 'Seguir donde lo dejaste',
  earlier: 'Antes',
  greeting: (hour, name) => `${hour < 5 || hour >= 20 ? 'Buenas noches' : hour < 12 ? 'Buenos días' : 'Buenas tardes'}, ${name}`,
  you: 'Tú',
  here: (count, name) => (count === 1 ? `${name} está aquí` : `${count} aquí`),
  star: (name) => `Destacar ${name}`,
  unstar: (name) => `Dejar de destacar ${name}`,
  used: (size) => `${size} en uso por tus lienzos`,
  documentation: 'Documentación',
  trash: 'Papelera',
  folders: 'Carpetas',
  canvases: 'Lienzos',
  unnamed: 'Sin nombre',
  open: (name) => `Abrir ${name}`,
  openFolders: (name) => `Carpetas en ${name}`,
  path: 'Dónde estás',
  loading: 'Cargando tus lienzos…',
  notLive: 'Sin conexión. Puede que lo que ves haya cambiado.',
  more: 'Mostrar más',

  search: 'Buscar lienzos',
  clearSearch: 'Borrar la búsqueda',
  foundCount: (count) => (count === 0 ? 'Sin resultados' : count === 1 ? '1 resultado' : `${count} resultados`),
  sort: 'Ordenar',
  sortBy: { changed: 'Último cambio', name: 'Nombre' },
  view: 'Vista',
  views: { grid: 'Cuadrícula', list: 'Lista' },

  newCanvas: 'Nuevo lienzo',
  newFolder: 'Nueva carpeta',
  canvasName: 'Nombre',
  folderName: 'Nombre',
  createIn: (name) => `En «${name}»`,
  changeFolder: 'Cambiar',
  makeCanvas: 'Crear lienzo',
  makeFolder: 'Crear carpeta',
  folderMade: (name) => `Se ha creado la carpeta «${name}».`,
  ground: 'Fondo',
  grounds: { paper: 'Papel', white: 'Blanco', slate: 'Pizarra', black: 'Negro' },
  afterCanvas:
    'El nuevo lienzo se abre al instante. Ahí puedes escribir, dibujar, soltar archivos y compartirlo con otras personas.',
  nameMissing: 'Escribe un nombre.',
  nameTooLong: 'Como máximo 255 caracteres.',

  actionsFor: (name) => `Acciones para ${name}`,
  select: (name) => `Seleccionar ${name}`,
  selected: (count) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  selectNone: 'Quitar la selección',
  actions: {
    open: 'Abrir',
    select: 'Seleccionar',
    openTab: 'Abrir en una pestaña nueva',
    share: 'Compartir…',
    see: 'Quién puede verlo…',
    rename: 'Cambiar nombre…',
    move: 'Mover…',
    duplicate: 'Duplicar',
    copy: 'Copiar en…',
    demo: 'Modo demostración…',
    trash: 'Mover a la papelera',
    restore: 'Restaurar',
    restoreTo: 'Restaurar en…',
    delete: 'Eliminar del todo…',
  },
  keys: { delete: 'Supr', rename: 'F2', open: 'Intro' },

  rename: (name) => `Cambiar el nombre de «${name}»`,
  renameDone: 'Cambiar nombre',

  moveTitle: (count, name) => `Mover ${things(count, name)}`,
  copyTitle: (count, name) => `Copiar ${things(count, name)}`,
  restoreTitle: (count, name) => `Restaurar ${things(count, name)}`,
  moveHere: 'Mover aquí',
  copyHere: 'Copiar aquí',
  restoreHere: 'Restaurar aquí',
  chooseFolder: 'Elegir una carpeta',
  findFolder: 'Buscar una carpeta',
  noFolder: 'No hay ninguna carpeta con este nombre.',
  moved: (count, name, folder) => `${things(count, name)} ${did(count, 'movido')} a «${folder}».`,
  copied: (count, name, folder) => `${things(count, name)} ${did(count, 'copiado')} en «${folder}».`,
  trashed: (count, name) => `${things(count, name)} ${did(count, 'movido')} a la papelera.`,
  deleted: (count, name) => `${things(count, name)} ${did(count, 'eliminado')}.`,
  nameTaken: (name) => `En esa carpeta ya hay algo con el nombre «${name}». No se ha cambiado nada.`,

  conflictTitle: 'El nombre ya existe',
  conflict: (count, name) =>
    count === 1
      ? `En esa carpeta ya hay algo con el nombre «${name}».`
      : `En esa carpeta ya hay elementos con los nombres de ${count} de estos.`,
  conflictReplace: 'Al reemplazar, lo que hay ahí se elimina del todo.',
  keepBoth: 'Conservar ambos',
  replace: 'Reemplazar',

  deleteTitle: (count, name) => `¿Eliminar ${things(count, name)} del todo?`,
  deleteCanvas: 'Todo lo que hay en él se pierde. Nadie puede recuperarlo.',
  deleteFolder: 'También se pierde todo lo que hay dentro. Nadie puede recuperarlo.',
  deleteDone: 'Eliminar del todo',
  emptyTitle: '¿Vaciar la papelera?',
  emptyText: (count) =>
    count === 1
      ? 'Un elemento y todo lo que contiene se pierden. Nadie puede recuperarlos.'
      : `${count} elementos y todo lo que contienen se pierden. Nadie puede recuperarlos.`,
  emptyDone: 'Vaciar la papelera',

  demoTitle: (name) => `Modo demostración de «${name}»`,
  demoAbout:
    'En el modo demostración, el lienzo tiene un estado guardado. Se cambie lo que se cambie durante una demostración, un clic recupera ese estado. Nada se recupera por sí solo.',
  demoOn: 'El modo demostración está activado.',
  demoOff: 'El modo demostración está desactivado.',
  demoStart: 'Activar y guardar el estado actual',
  demoStop: 'Desactivar',
  demoStopAbout: 'Al desactivarlo, el lienzo se queda como está ahora y el estado guardado se descarta.',
  demoSave: 'Guardar el estado actual',
  demoSaved: 'Se ha guardado el estado actual.',
  demoRestore: 'Recuperar el estado guardado',
  demoRestored: 'Se ha recuperado el estado guardado.',
  demoRestoreAbout: 'Lo que se ha cambiado desde entonces se pierde.',
  demo: 'Demo',
  canvasKind: 'lienzo',
  folderKind: 'carpeta',

  changed: (when) => `Cambio: ${when}`,
  access: { none: 'Sin acceso', view: 'Puede ver', edit: 'Puede editar', owner: 'Propietario' },
  folderHolds: (canvases, folders) => {
    const parts = [
      folders > 0 ? (folders === 1 ? '1 carpeta' : `${folders} carpetas`) : '',
      canvases > 0 ? (canvases === 1 ? '1 lienzo' : `${canvases} lienzos`) : '',
    ].filter(Boolean);
    return parts.length === 0 ? 'Vacía' : parts.join(', ');
  },

  empty: {
    all: [
      'Crea tu primer lienzo',
      'Un lienzo es una gran superficie para notas, imágenes, vídeos y páginas web. Otras personas pueden acompañarte en él.',
    ],
    folder: ['Aún no hay nada en esta carpeta', 'Crea un lienzo aquí o mueve uno a esta carpeta.'],
    folderOnly: ['No hay nada en esta carpeta', 'Cuando alguien ponga algo aquí, aparecerá por sí solo.'],
    shared: ['Nadie ha compartido nada contigo todavía', 'Cuando alguien lo haga, aparecerá aquí por sí solo.'],
    starred: ['Aún no hay destacados', 'Pulsa la estrella de un lienzo para encontrarlo aquí, en todos tus dispositivos.'],
    trash: ['La papelera está vacía', 'Lo que hay en la papelera se queda aquí hasta que lo elimines del todo.'],
    search: [
      'Sin resultados',
      'Se busca en los nombres de lienzos y carpetas, sin distinguir entre mayúsculas y minúsculas ni acentos.',
    ],
    gone: ['Aquí no hay nada', 'La carpeta se ha eliminado o ya no se comparte contigo.'],
  },
  inTrash: (count) => `Aquí no hay nada. ${count} en la papelera`,
  gone: 'No se encuentra la carpeta',
  toAll: 'Ir a todos los lienzos',
};
