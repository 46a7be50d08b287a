import { session } from '../../../session/session.ts';
import { language, texts } from '../../../texts.ts';
import type { Visible } from '../places.ts';

/** How much room the own canvases take, and what the server is. */
export function PlacesFoot({ visible }: { readonly visible: Visible }) {
  const words = texts.value.dashboard;
  const bytes = [...visible.canvases.values()].reduce(
    (sum, { access, asset_size }) => sum + (access === 'owner' ? asset_size : 0),
    0,
  );
  const version = session.value?.server.version.split(' ')[0] ?? '';
  return (
    <div class="places-foot">
      {bytes > 0 && <p class="places-used">{words.used(sizeText(bytes, language.value))}</p>}
      <p>
        {texts.value.common.name} {version} ·{' '}
        <a href="/api/docs" target="_blank" rel="noopener">
          {words.documentation}
        </a>
      </p>
    </div>
  );
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the largest unit of which there is at least one: `4.2 GB`. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3) - 1));
  const options = { style: 'unit', unit: units[power]!, maximumFractionDigits: power > 0 ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, options).format(Math.max(bytes / 1000 ** (power + 1), 1));
}
