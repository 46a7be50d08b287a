import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import { launchChromium } from '../kit/chromium.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { mailedToken, mailTokens } from '../kit/mails.ts';

const executablePath = chromiumPath();
/** A browser starts slowly on a busy machine. */
const patience = { timeout: 120_000 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

describe.skipIf(!executablePath)(
  'the pages behind the links in mails, in a browser (skipped without Chromium; EASEL_CHROMIUM names one)',
  patience,
  () => {
    const easel = useEasel();
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    }, patience.timeout);
    afterAll(() => browser?.close());

    /** Opens a page; asserts that it asked nothing of other servers, and that nothing went wrong but what was refused. */
    async function opened(
      path: string,
      options: Parameters<Browser['newPage']>[0],
      work: (page: Page) => Promise<void>,
    ): Promise<void> {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(patience.timeout);
      const faults: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(`${easel.url}/`)) faults.push(request.url());
        if (request.headers().referer?.includes('token')) faults.push(`referer ${request.headers().referer}`);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(`${easel.url}${path}`);
      await page.locator('main :is(form, .notice)').first().waitFor();
      expect(page.url()).toBe(`${easel.url}${path.replace(/\?.*/, '')}`);
      await work(page);
      await page.close();
      expect(faults).toEqual([]);
    }

    let made = 0;
    async function registered(): Promise<{ id: number; email: string }> {
      await configure(easel, { 'authentication.password.sign_up_enabled': true });
      const body = { email: `reader-${++made}@corp.example`, name: 'Reader', password: 'correct horse' };
      return (await easel.admin.post('/users/register', body)).body;
    }
    const login = (email: string, password: string) => easel.anonymous.post('/users/login', { email, password });

    it('confirms an address when the button is pressed, and not before', async () => {
      const { id, email } = await registered();
      const token = await mailedToken(easel, 'confirm-email', id);
      await opened(`/confirm-email?token=${token}`, { ...phone, colorScheme: 'dark' }, async (page) => {
        expect((await login(email, 'correct horse')).status).toBe(403);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(/^rgb\([0-4]?\d, /);
        for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
        await page.getByText('Your e-mail address is confirmed').waitFor();
        expect(await page.evaluate('document.activeElement.textContent')).toContain('Your e-mail address is confirmed');
      });
      expect((await login(email, 'correct horse')).status).toBe(200);
    });

    it('says in German that a link is used up', async () => {
      const { id } = await registered();
      const token = await mailedToken(easel, 'confirm-email', id);
      await easel.anonymous.post('/users/confirm-email', { token });
      await opened(`/confirm-email?token=${token}`, { locale: 'de-DE' }, async (page) => {
        await page.getByRole('button', { name: 'Bestätigen' }).click();
        await page.getByText('Dieser Link gilt nicht oder nicht mehr').waitFor();
      });
    });

    it('says that a link without a token, or with one that nobody has, is not valid', async () => {
      for (const path of ['/confirm-email', '/reset-password', '/reset-password?token=x', '/reset-password?token=%00%C3%BC']) {
        await opened(path, {}, async (page) => {
          await page.getByText('This link is not valid').waitFor();
          expect(await page.locator('form').isVisible()).toBe(false);
        });
      }
    });

    it('takes a new password, and says what is wrong with one', async () => {
      const person = await easel.user();
      const token = await mailedToken(easel, 'reset-password', person.id);
      await opened(`/reset-password?token=${token}`, {}, async (page) => {
        const field = page.getByLabel('New password');
        const focused = page.locator('input:focus');
        await focused.waitFor();
        expect([await focused.getAttribute('type'), await focused.getAttribute('autocomplete')]).toEqual([
          'password',
          'new-password',
        ]);
        const set = async (password: string): Promise<void> => {
          await field.fill(password);
          await page.keyboard.press('Enter');
        };
        const says = (text: string) => page.getByRole('alert').getByText(text).waitFor();
        await page.keyboard.press('Enter');
        await page.getByText('Fill this in.').waitFor();
        await set('short');
        await says('The password must be at least 8 characters long.');
        await set('password1');
        await says('This password is too common');
        await set(person.email);
        await says('The password must not be your e-mail address');
        await set('easel 2026');
        await says('The password must be more than names and addresses');
        expect(await page.evaluate('document.activeElement.name')).toBe('password');
        expect(mailTokens(easel, person.id)).toBe(1);
        await set('another horse');
        await page.getByText('Your password is set.').waitFor();
      });
      expect((await login(person.email, 'another horse')).status).toBe(200);
    });

    it('says in German what is wrong with a password', async () => {
      const person = await easel.user();
      const token = await mailedToken(easel, 'reset-password', person.id);
      await opened(`/reset-password?token=${token}`, { locale: 'de-DE' }, async (page) => {
        for (const [password, text] of [
          ['short', 'Das Passwort muss mindestens 8 Zeichen lang sein.'],
          ['password1', 'Dieses Passwort ist zu verbreitet'],
        ] as const) {
          await page.getByLabel('Neues Passwort').fill(password);
          await page.keyboard.press('Enter');
          await page.getByText(text).waitFor();
        }
      });
    });

    it('opens for somebody who is signed in, whose session ends with the old password, and stays', async () => {
      const person = await easel.user();
      const token = await mailedToken(easel, 'reset-password', person.id);
      const context = await browser.newContext({ baseURL: easel.url });
      const signedIn = await context.request.post('/session', {
        data: { email: person.email, password: person.password, remember: false },
      });
      expect(signedIn.status()).toBe(200);
      const page = await context.newPage();
      await page.goto(`/reset-password?token=${token}`);
      await page.getByLabel('New password').fill('another horse');
      await page.keyboard.press('Enter');
      await page.getByText('Your password is set.').waitFor();
      expect((await (await context.request.get('/session')).json()).user).toBeNull();
      await page.evaluate("new BroadcastChannel('easel-session').postMessage('changed')");
      await page.getByRole('button', { name: 'Appearance and language' }).waitFor();
      await page.getByText('Your password is set.').waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await context.close();
    });

    it('uses no token up when a program opens the links of a mail', async () => {
      const { id } = await registered();
      const person = await easel.user();
      const links = [
        `/confirm-email?token=${await mailedToken(easel, 'confirm-email', id)}`,
        `/reset-password?token=${await mailedToken(easel, 'reset-password', person.id)}`,
      ];
      for (const link of links) {
        await easel.unchanged(async () => {
          for (const method of ['HEAD', 'GET']) expect((await fetch(`${easel.url}${link}`, { method })).status).toBe(200);
          await opened(link, {}, (page) => page.waitForLoadState('networkidle'));
        });
      }
      expect([mailTokens(easel, id), mailTokens(easel, person.id)]).toEqual([1, 1]);
    });

    it('says how long to wait after too many attempts', async () => {
      for (let at = 0; at < 100; at++) await easel.anonymous.post('/users/confirm-email', { token: 'x' });
      await opened('/reset-password?token=x', {}, (page) =>
        page.getByText('Too many attempts. You can try again in').first().waitFor(),
      );
    });
  },
);
