import type { ComponentType } from 'preact';
import type { PanelTexts } from '../../texts/panels.ts';
import { lazyDialog } from '../parts/lazy-dialog.tsx';
import { catalogue } from './catalogue.ts';

const panelCatalogue = catalogue<PanelTexts>({
  en: () => import('../../texts/en/panels/index.ts'),
  de: () => import('../../texts/de/panels/index.ts'),
  fr: () => import('../../texts/fr/panels/index.ts'),
  es: () => import('../../texts/es/panels/index.ts'),
  fi: () => import('../../texts/fi/panels/index.ts'),
  ja: () => import('../../texts/ja/panels/index.ts'),
});

/** The texts of panels and dialogs, which are loaded with the first of them. Set before any `lazyPanel` is drawn. */
export const panelTexts = panelCatalogue.texts;

/** Loads them for what is said without a panel. Rejects without the server. */
export const beginPanelTexts = panelCatalogue.begin;

/** A dialog or panel of editing, loaded with its texts when it is opened for the first time; as `lazyDialog`. */
export const lazyPanel = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: (props: Props) => void,
): ComponentType<Props> =>
  lazyDialog(async () => {
    const [panel] = await Promise.all([load(), panelCatalogue.begin()]);
    return panel;
  }, lost);
