import type { WallConfig } from '../../model/displays/wall-config.ts';
import { languages } from '../../texts/languages.ts';
import { type Scale, scale, scales } from '../parts/appearance/scale.ts';
import { theme } from '../parts/appearance/theme.ts';
import { chooseLanguage, language } from '../texts.ts';

/** Shows the wall in the language, colours and size of its configuration. What that leaves open stays as this browser has it. */
export function applyAppearance(config: Pick<WallConfig, 'theme' | 'scale' | 'language'>): void {
  if (config.theme !== null) theme.value = config.theme;
  if (config.scale !== null) scale.value = nearestScale(config.scale);
  const wished = languages.find((one) => one === config.language?.slice(0, 2).toLowerCase());
  // Without the server the texts cannot come; the next configuration tries again
  if (wished && wished !== language.peek()) chooseLanguage(wished).catch(() => undefined);
}

/** The page has some sizes, and the interface any number from 1 to 3. */
const nearestScale = (wished: number): Scale =>
  scales.reduce((nearest, one) => (Math.abs(Number(one) - wished) < Math.abs(Number(nearest) - wished) ? one : nearest));
