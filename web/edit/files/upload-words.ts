import { language } from '../../texts.ts';
import { panelTexts } from '../panel-texts.ts';
import { calledType } from './file-type.ts';
import type { FileUpload } from './file-uploads.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `212 MB`, in the language of the page. @param length bytes */
export function lengthWords(length: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, length)) / 3));
  const format = { style: 'unit', unit: UNITS[step]!, unitDisplay: 'short', maximumFractionDigits: step > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(language.value, format).format(length / 1000 ** step);
}

/** How far it is: `62 %`, or that it waits. */
export function shareWords({ state, share }: FileUpload): string {
  const words = panelTexts.value.files;
  if (state === 'waiting') return words.waiting;
  if (state === 'done') return words.done;
  // All has left, and the server has not answered yet
  if (share >= 1) return words.storing;
  return percentWords(share);
}

const percentWords = (share: number): string =>
  new Intl.NumberFormat(language.value, { style: 'percent' }).format(Math.floor(share * 100) / 100);

/** Why it did not arrive. */
export function faultWords({ fault, name, share }: FileUpload): string {
  const { faults } = panelTexts.value.files;
  switch (fault?.is) {
    case 'type':
      return faults.type(calledType({ name, type: '' }));
    case 'network':
      return faults.network(percentWords(share));
    case 'large':
    case 'room':
    case 'rights':
      return faults[fault.is];
    default:
      return fault?.msg || faults.refused;
  }
}
