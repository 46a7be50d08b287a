import { Camera, Cast, Copy, type IconNode, MonitorDot, Projector, Webcam } from 'lucide';
import type { Editing } from '../editing.ts';
import { chooseFiles } from '../files/choose-files.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import type { Tool } from '../tool.ts';
import type { Adding } from './adding.ts';
import { putWidget } from './put-widget.ts';
import { putWithTool } from './put-with-tool.ts';

/** A row of the menu of things to add. */
export interface AddOffer {
  readonly id: string;
  readonly icon: IconNode;
  /** Reads the texts, so whoever draws it hears of another language. */
  readonly text: () => string;
  /** In the form of `readChord`. */
  readonly keys: readonly string[];
  readonly run: (editing: Editing) => void;
}

/** Everything that people put on a canvas: first what has a tool. */
export const addOffers = (tools: readonly Tool[]): readonly AddOffer[] => [
  ...tools.filter(({ makes, id }) => makes || id === 'file').map(offerOf),
  {
    id: 'photo',
    icon: Camera,
    text: () => panelTexts.value.add.photo,
    keys: [],
    run: ({ uploads }) => void chooseFiles((files) => void uploads.add(files), { photo: true }),
  },
  asking('video-input', Webcam, 'videoInput'),
  asking('remote-desktop', MonitorDot, 'remoteDesktop'),
  asking('ip-video', Cast, 'ipVideo'),
  {
    id: 'video-output',
    icon: Projector,
    text: () => panelTexts.value.add.videoOutput,
    keys: [],
    run: (editing) => putWidget(editing, 'VideoOutputAnchor', 16 / 9, {}),
  },
  asking('template', Copy, 'template'),
];

const offerOf = (tool: Tool): AddOffer => ({
  id: tool.id,
  icon: tool.icon,
  text: () => tool.name(editTexts.value),
  keys: tool.keys,
  run: (editing) => putWithTool(editing, tool),
});

const asking = (id: Adding, icon: IconNode, text: 'ipVideo' | 'remoteDesktop' | 'template' | 'videoInput'): AddOffer => ({
  id,
  icon,
  text: () => panelTexts.value.add[text],
  keys: [],
  run: ({ adding }) => {
    adding.value = id;
  },
});
