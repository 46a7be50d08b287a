import { computed } from '@preact/signals';
import { pairTextsIn } from '../../../texts/pair.ts';
import { language } from '../../texts.ts';

/** The texts of this page in the language of the page. */
export const pairTexts = computed(() => pairTextsIn[language.value]);
