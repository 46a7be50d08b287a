import { effect } from '@preact/signals';
import type { Speech } from '../../outline/speech.tsx';
import { panelTexts } from '../panel-texts.ts';
import type { FileUpload, FileUploads } from './file-uploads.ts';
import { faultWords } from './upload-words.ts';

/** Tells people who hear the page how files come along: when they begin, and when one is there or is not. Returns what ends that. */
export function announceUploads({ list }: Pick<FileUploads, 'list'>, speech: Pick<Speech, 'say'>): () => void {
  let before: ReadonlyMap<string, FileUpload> = new Map();
  return effect(() => {
    const uploads = list.value;
    const words = panelTexts.peek().files;
    const said: string[] = [];
    const begun = uploads.filter(({ id, state }) => !before.has(id) && state !== 'failed').length;
    if (begun > 0) said.push(words.begun(begun));
    const ended = uploads.filter(({ id, state }) => before.get(id)?.state !== state);
    for (const upload of ended.filter(({ state }) => state === 'failed')) {
      said.push(`${words.notArrived(upload.name)}. ${faultWords(upload)}`);
    }
    if (ended.some(({ state }) => state === 'done')) {
      said.push(words.doneOf(uploads.filter(({ state }) => state === 'done').length, uploads.length));
    }
    before = new Map(uploads.map((upload) => [upload.id, upload]));
    if (said.length > 0) speech.say(said.join(' '));
  });
}
