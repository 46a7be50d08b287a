import { computed } from '@preact/signals';
import { accountTextsIn } from '../../../texts/account.ts';
import { language } from '../../texts.ts';

/** The texts of this page in the language of the page. */
export const accountTexts = computed(() => accountTextsIn[language.value]);
