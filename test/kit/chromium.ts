import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { chromiumPath, wholeChromiumPath } from '../../scripts/steps/chromium.mjs';
import type { Caller } from './client.ts';

/** A browser starts slowly on a busy machine. */
const PATIENCE = 120_000;

/**
 * What Chromium does without here. It would start a process for the list below its address bar with every page that a test opens, and another
 * in advance: a third of the processor time of opening a canvas. The others are those that Playwright switches off, because Chromium
 * takes only the last such list.
 */
const without = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Letters are drawn alike on every machine: as they are, without the hints that each system takes in another way. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  `--disable-features=${without.join(',')}`,
];

/**
 * Tests in a real browser. Without one they are skipped, and `npm test` says how many. A test that fails is tried once more, because a busy
 * machine takes processor time from a browser whenever it likes.
 */
export const describeInBrowser = (name: string, tests: () => void): void => {
  describe.skipIf(chromiumPath() === undefined)(name, { timeout: PATIENCE, retry: 1 }, tests);
};

/** A browser for tests that open its pages themselves; they end it. */
export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath()!, args });

/** The browser that people have, for pictures: one without a window places letters a little differently. */
export const launchWholeChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: (wholeChromiumPath() ?? chromiumPath())!, args });

/** How a person looks at the page. */
export interface Looking {
  /** The caller whose session the browser has. Default: nobody's. */
  readonly as?: Caller;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly lang?: 'en' | 'de' | 'fr' | 'es' | 'fi' | 'ja';
  /** Pixels of the screen for one of CSS. */
  readonly density?: number;
  readonly touch?: boolean;
  readonly contrast?: 'more';
  /** The few colours that the person's system has. */
  readonly forced?: boolean;
  /** Before the page is opened. */
  readonly before?: (context: BrowserContext) => Promise<unknown>;
  /** Errors that are not ours to mend. */
  readonly mayLog?: RegExp;
  /** Default: reduced, so that pictures and waiting do not depend on animations. */
  readonly motion?: boolean;
}

/**
 * Chromium for the tests of a file. Each page is a browser of its own: cookies and storage are not shared, unless `beside` names a
 * page. After each test all of them are closed, and nothing may have been logged as an error, or refused by the page's own policy.
 */
export function useChromium(server: { readonly url: string }, launch = launchChromium) {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await launch();
  }, PATIENCE);
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0), 'no page may log an error').toEqual([]);
  });
  const page = async (path: string, looking: Looking = {}): Promise<Page> => {
    const context = await browser.newContext(optionsOf(looking));
    contexts.push(context);
    if (looking.as) await context.addCookies([{ name: 'CanvusSession', value: cookieOf(looking.as), url: server.url }]);
    await looking.before?.(context);
    return opened(context, path, looking.mayLog);
  };
  const opened = async (context: BrowserContext, path: string, mayLog?: RegExp): Promise<Page> => {
    const tab = await context.newPage();
    tab.on('pageerror', (cause) => faults.push(cause.stack ?? String(cause)));
    tab.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !isOfNetwork(message.text()) &&
        !mayLog?.test(message.text()) &&
        faults.push(message.text()),
    );
    await tab.goto(server.url + path);
    return tab;
  };
  return {
    page,
    /** Another tab of the same browser. */
    beside: (other: Page, path: string) => opened(other.context(), path),
    /** Errors so far; a test that expects some takes them away. */
    faults,
  };
}

/** The screen and the system of a person, as a browser shows them to a page. */
export function optionsOf({
  width = 1400,
  height = 900,
  dark = false,
  lang = 'en',
  density = 1,
  ...more
}: Looking): BrowserContextOptions {
  return {
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', fi: 'fi-FI', ja: 'ja-JP' }[lang],
    timezoneId: 'UTC',
    deviceScaleFactor: density,
    hasTouch: more.touch ?? false,
    contrast: more.contrast ?? null,
    forcedColors: more.forced ? 'active' : 'none',
    reducedMotion: more.motion ? 'no-preference' : 'reduce',
  };
}

/** The cookie that the server sets (interface/auth 1.1). */
export const cookieOf = ({ token }: Caller): string => btoa(JSON.stringify({ passport: { user: { token } } }));

/** Chromium logs every refused and every broken request, also those that the page expects. */
const isOfNetwork = (text: string): boolean => /^Failed to load resource|WebSocket connection to .* failed|net::ERR_/.test(text);
