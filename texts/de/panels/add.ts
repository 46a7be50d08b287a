import type { PanelTexts } from '../../panels.ts';

export const add: PanelTexts['add'] = {
  find: 'Etwas zum Hinzufügen suchen',
  nothing: (typed) => `Nichts zum Hinzufügen heißt „${typed}“.`,
  photo: 'Foto …',
  videoInput: 'Videoeingang …',
  remoteDesktop: 'Remote-Desktop …',
  ipVideo: 'IP-Video …',
  videoOutput: 'Videoausgang',
  template: 'Canvas als Vorlage …',
  put: 'Auf den Canvas legen',
  name: 'Name',
  remoteDesktopAsked: {
    title: 'Remote-Desktop',
    address: 'Adresse',
    hint: 'Ein Display, das Remote-Desktops zeigen kann, öffnet ihn.',
    example: '10.20.0.5',
  },
  ipVideoAsked: {
    title: 'IP-Video',
    address: 'Adresse',
    hint: 'Die Adresse eines Videostreams, wie die Kamera oder ihre Anleitung sie nennt.',
    example: 'rtsp://192.0.2.7:554/live',
  },
  videoInputAsked: 'Videoeingang',
  noInputs:
    'Kein verbundenes Display hat eine Kamera oder einen Bildschirm zu zeigen. Sie können einen nennen, der später kommt.',
  input: 'Kamera oder Bildschirm',
  inputOf: (name, display) => `${name} von ${display}`,
  otherInput: 'Andere Quelle',
  source: 'Quelle',
  sourceHint: 'So wie das Display sie nennt, zum Beispiel video=cam-front.',
  computer: 'Computer',
  computerHint: 'Die Kennung des Displays, das sie hat. Darf leer bleiben.',
  templateAsked: 'Canvas als Vorlage',
  findCanvas: 'Canvas suchen',
  canvas: 'Canvas',
  noCanvas: 'Kein anderer Canvas heißt so.',
  templateHint: (most) =>
    `Alles darauf wird in die Mitte dessen kopiert, was Sie sehen: bis zu ${most.toLocaleString('de')} Dinge, mit Strichen und Verbindern. Der Hintergrund bleibt dort.`,
  templateDone: (count) => (count === 1 ? 'Ein Ding kam auf den Canvas.' : `${count} Dinge kamen auf den Canvas.`),
  templateTooLarge: (count, most) =>
    `Auf jenem Canvas sind ${count.toLocaleString('de')} Dinge. Höchstens ${most.toLocaleString('de')} lassen sich in einen anderen legen.`,
};
