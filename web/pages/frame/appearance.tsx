import { languageNames, languages } from '../../../texts/languages.ts';
import { scale, scales } from '../../parts/appearance/scale.ts';
import { moreContrast, theme, themes } from '../../parts/appearance/theme.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Segments } from '../../parts/segments.tsx';
import { chooseLanguage, language, texts } from '../../texts.ts';
import './appearance.css';

/** How everything looks on this device, and in which language. */
export function Appearance() {
  const words = texts.value.common;
  const sizes = scales.map((value) => ({ value, text: `${Number(value).toLocaleString(language.value)}×` }));
  return (
    <div class="appearance">
      <Segments
        label={words.theme}
        options={themes.map((value) => ({ value, text: words.themes[value] }))}
        value={theme.value}
        onChange={(chosen) => {
          theme.value = chosen;
        }}
      />
      <Segments
        label={words.size}
        options={sizes}
        value={scale.value}
        onChange={(chosen) => {
          scale.value = chosen;
        }}
      />
      <Segments
        label={words.language}
        options={languages.map((value) => ({ value, text: languageNames[value] }))}
        value={language.value}
        onChange={(chosen) => void chooseLanguage(chosen)}
      />
      <Checkbox
        label={words.contrast}
        checked={moreContrast.value}
        onChange={(more) => {
          moreContrast.value = more;
        }}
      />
    </div>
  );
}
