import type { islands as english } from '../../en/page/islands.ts';

export const islands: typeof english = {
  video: (name) => `Video: ${name}`,
  browser: (name) => `Webseite: ${name}`,
  ipVideo: (name) => `IP-Video: ${name}`,
  unnamed: 'ohne Namen',

  soundOn: 'Ton an',
  play: 'Abspielen',
  unplayable: 'Dieser Browser kann dieses Video nicht abspielen.',
  download: 'Herunterladen',

  use: 'Seite bedienen',
  leave: 'Seite verlassen',
  openTab: 'In neuem Tab öffnen',
  silentPage: 'Diese Seite hat noch nicht geantwortet. Vielleicht ist sie nicht erreichbar oder lässt sich nicht einbetten.',
  unframedPage: 'Diese Seite lässt sich nicht in einer anderen zeigen.',
  unreachablePage: 'Unter dieser Adresse antwortet niemand. Vielleicht erreicht sie nur der Server nicht.',
  showAnyway: 'Hier versuchen',
  mixedPage: 'Diese Seite hat eine offene http-Adresse. Browser zeigen sie hier nicht, weil dieser Canvas über https kam.',

  mixedStream: 'Dieses Video hat eine offene http-Adresse. Browser zeigen es hier nicht, weil dieser Canvas über https kam.',
  silentCamera: 'Unter dieser Adresse ist kein Bild, oder keines für diesen Browser. Es wird ab und zu wieder versucht.',
  blockedStream: (server) =>
    `Easel darf noch keine Videos von ${server} laden. Die Administration kann ihn in die Einstellung EASEL_IP_VIDEO_SOURCES aufnehmen.`,
};
