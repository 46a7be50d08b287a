import { computed } from '@preact/signals';
import { wallTextsIn } from '../../texts/wall.ts';
import { language } from '../texts.ts';

/** The texts of a wall in the language of the page. */
export const wallTexts = computed(() => wallTextsIn[language.value]);
