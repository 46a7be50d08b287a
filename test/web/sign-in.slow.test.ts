import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { Browser } from '../kit/browser.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { configure } from '../kit/configure.ts';
import { type Person, useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Max'], clock: systemClock, env: unboundedAttempts });
/** Max is signed out everywhere: the others' sessions are not ended. */
const { Kim, Lee, Max } = easel.people;

describeInBrowser('signing in', () => {
  const chromium = useChromium(easel);

  it('says that a wrong password is wrong, keeps the address that was typed, and lets the right one in', async () => {
    const page = await chromium.page('/');
    await send(page, { email: Kim.email, password: 'not-this-one' });
    await page.getByRole('alert').getByText('do not match').waitFor();
    expect(await emailOf(page).inputValue()).toBe(Kim.email);
    expect(await sessionCookie(page)).toBeUndefined();
    await send(page, Kim);
    await atHome(page, Kim);
  });

  it('asks for what is missing before anything is sent', async () => {
    const page = await chromium.page('/');
    let sent = 0;
    page.on('request', (request) => request.method() === 'POST' && sent++);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Fill this in.').first().waitFor();
    expect(sent).toBe(0);
  });

  it('works by keyboard alone, and shows the password to whoever wants to see it', async () => {
    const page = await chromium.page('/');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
    await page.keyboard.type(Kim.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(Kim.password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await passwordOf(page).getAttribute('type')).toBe('text');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await atHome(page, Kim);
  });

  it('leads on to the address at which somebody wanted to be, with its hash', async () => {
    const id = (await easel.canvas(Kim, { name: 'Sprint wall' })).split('/').pop();
    const page = await chromium.page(`/folder/${Kim.id}`);
    await page.getByText('Sign in to see what is at this address.').waitFor();
    await send(page, Kim);
    await page.getByRole('heading', { name: 'My canvases' }).waitFor();
    const other = await chromium.page(`/?next=${encodeURIComponent(`/open/${id}#view=0,0,100,100`)}`);
    await send(other, Kim);
    await other.getByRole('heading', { name: 'Sprint wall' }).waitFor();
    expect(new URL(other.url()).hash).toBe('#view=0,0,100,100');
  });

  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
    it(`leads nowhere else by next=${evil}`, async () => {
      const page = await chromium.page(`/?next=${encodeURIComponent(evil)}`);
      await send(page, Kim);
      await atHome(page, Kim);
      expect(new URL(page.url()).origin).toBe(easel.url);
    });
  }

  it('ends with the browser unless somebody wants to stay', async () => {
    const brief = await chromium.page('/');
    await send(brief, Kim);
    await atHome(brief, Kim);
    expect((await sessionCookie(brief))?.expires).toBe(-1);
    const long = await chromium.page('/');
    await long.getByLabel('Stay signed in').check();
    await send(long, Kim);
    await atHome(long, Kim);
    const cookie = (await sessionCookie(long))!;
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(14);
    expect([cookie.httpOnly, cookie.sameSite]).toEqual([true, 'Lax']);
  });

  it('is the same in all tabs: they sign out and in together, and follow when somebody else comes', async () => {
    const one = await chromium.page('/');
    await send(one, Kim);
    await atHome(one, Kim);
    const two = await chromium.beside(one, '/');
    await atHome(two, Kim);
    await account(one, Kim).click();
    await one.getByRole('button', { name: 'Sign out' }).click();
    await emailOf(one).waitFor();
    await two.getByText('You are signed out.').waitFor();
    await send(one, Lee);
    await atHome(one, Lee);
    await atHome(two, Lee);
    expect([await account(two, Kim).count(), await two.getByRole('heading', { name: 'Kim' }).count()]).toEqual([0, 0]);
  });

  it('names the provider of OpenID Connect by its own name, in both languages', async () => {
    const provider = { 'authentication.oidc.enabled': true, external_url: `${easel.url}/` };
    await configure(easel, { ...provider, 'authentication.oidc.name': 'Corp ID' });
    const page = await chromium.page('/');
    const link = page.getByRole('link', { name: 'Sign in with Corp ID', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/oidc/);
    const german = await chromium.page('/', { lang: 'de' });
    await german.getByRole('link', { name: 'Mit Corp ID anmelden', exact: true }).waitFor();
    await configure(easel, { 'authentication.oidc.name': '' });
    const unnamed = await chromium.page('/');
    await unnamed.getByRole('link', { name: 'Sign in with your organisation', exact: true }).waitFor();
    await configure(easel, { 'authentication.oidc.enabled': false, external_url: '' });
  });

  const ends = [
    ['has ended the session', () => easel.admin.delete(`/users/${Max.id}/sessions`)],
    ['has blocked the account', () => easel.admin.post(`/users/${Max.id}/block`)],
  ] as const;
  for (const [what, end] of ends) {
    it(`is asked for again when an administrator ${what}, and then the same page is there`, async () => {
      const person = await easel.signIn(Max.email, Max.password);
      const path = `/open/${(await easel.canvas(person, { name: 'Here I was' })).split('/').pop()}`;
      const page = await chromium.page(path, { as: person });
      await page.getByRole('heading', { name: 'Here I was' }).waitFor();
      await page.locator('.stage[data-state=live]').waitFor();
      await end();
      await page.getByText('You are signed out.').waitFor();
      expect(await page.getByText('Here I was').count()).toBe(0);
      await easel.admin.post(`/users/${Max.id}/unblock`);
      await send(page, Max);
      await page.getByRole('heading', { name: 'Here I was' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }

  it('offers to make an account and to ask for a new password only where the server does', async () => {
    await configure(easel, { 'authentication.password.sign_up_enabled': false });
    const closed = await chromium.page('/');
    await emailOf(closed).waitFor();
    expect(await closed.getByRole('button', { name: 'Create an account' }).count()).toBe(0);
    await configure(easel, { 'authentication.password.sign_up_enabled': true });
    const open = await chromium.page('/');
    const offers = (await new Browser(easel).get('/session')).body.sign_in;
    await open.getByRole('button', { name: 'Create an account' }).waitFor();
    expect(await open.getByRole('button', { name: 'Forgotten password?' }).count()).toBe(offers.password_reset ? 1 : 0);
    await open.getByRole('button', { name: 'Create an account' }).click();
    await open.getByLabel('Your name').fill('Newcomer');
    await emailOf(open).fill('newcomer@corp.example');
    await open.getByLabel('Choose a password', { exact: true }).fill('a-long-password');
    await open.getByRole('button', { name: 'Create account' }).click();
    await open.getByText('We sent a mail to newcomer@corp.example.').waitFor();
    const { body } = await easel.admin.get('/users');
    expect(body.some(({ email }: Person) => email === 'newcomer@corp.example')).toBe(true);
  });
});

describeInBrowser('the page on which a wall is connected', () => {
  const chromium = useChromium(easel);

  it('shows the wall of a code, and signs it in when the person confirms', async () => {
    const { wall, code, secret } = await newWall();
    const page = await chromium.page('/pair', { as: Kim });
    await page.getByLabel('Code on the wall').pressSequentially(code.toLowerCase().replace('-', ''));
    expect(await page.getByLabel('Code on the wall').inputValue()).toBe(code);
    await page.keyboard.press('Enter');
    await page.getByText('Lobby wall').waitFor();
    expect((await wall.post(`/session/pairing/${secret}`)).status).toBe(202);
    await page.getByText('The wall may read and show what Kim may see, and change nothing, for 14 days').waitFor();
    await page.getByRole('button', { name: 'Connect this wall' }).click();
    await page.getByRole('heading', { name: 'The wall is connected' }).waitFor();
    expect((await wall.post(`/session/pairing/${secret}`)).body.user.id).toBe(Kim.id);
    expect((await wall.post('/api/v1/canvases', { name: 'x' }, { origin: easel.url })).status).toBe(403);
  });

  it('takes the code of its address, asks for signing in first, and lets an administrator choose as whom', async () => {
    const { wall, code, secret } = await newWall();
    const page = await chromium.page(`/pair?code=${code}`);
    await send(page, easel.admin);
    await page.getByLabel('Signed in as').selectOption({ label: 'Lee' });
    await page.getByLabel('People may write at this wall').check();
    await page.getByText('The wall may read, show and change canvases as Lee may, but no accounts, for 14 days').waitFor();
    await page.getByRole('button', { name: 'Connect this wall' }).click();
    await page.getByRole('heading', { name: 'The wall is connected' }).waitFor();
    expect((await wall.post(`/session/pairing/${secret}`)).body.user.id).toBe(Lee.id);
    expect((await wall.post('/api/v1/canvases', { name: 'x' }, { origin: easel.url })).status).toBe(200);
  });

  it('says that no wall shows a code', async () => {
    const page = await chromium.page('/pair', { as: Kim });
    await page.getByLabel('Code on the wall').fill('K7QF');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('A code has eight letters and digits.').waitFor();
    await page.getByLabel('Code on the wall').fill('K7QF-2M4X');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No wall shows this code now.').waitFor();
  });
});

const emailOf = (page: Page) => page.getByLabel('E-mail');
const passwordOf = (page: Page) => page.getByLabel('Password', { exact: true });
const account = (page: Page, { email }: Person) => page.getByRole('button', { name: `Account of ${nameOf(email)}` });
const nameOf = (email: string): string => (email === Kim.email ? 'Kim' : email === Lee.email ? 'Lee' : 'Administrator');

async function send(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await emailOf(page).fill(email);
  await passwordOf(page).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function atHome(page: Page, person: Person): Promise<void> {
  await account(page, person).waitFor();
  await page.getByRole('heading', { name: /^Good / }).waitFor();
}

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name, value }) => name === 'CanvusSession' && value !== '');

async function newWall() {
  const wall = new Browser(easel);
  const { code, secret } = (await wall.post('/session/pairing', { name: 'Lobby wall' })).body;
  return { wall, code: code as string, secret: secret as string };
}
