import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Caller, type Person, useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Max', 'Noa'], clock: systemClock, env: unboundedAttempts });
const { Kim, Lee, Max, Noa } = easel.people;
const path = '/account';

describeInBrowser('the page of the own account', () => {
  const chromium = useChromium(easel);
  const opened = async (as: Person): Promise<Page> => {
    const page = await chromium.page(path, { as });
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    return page;
  };

  it('is reached from the face, and changes the name, which the face shows', async () => {
    const page = await chromium.page('/', { as: Kim });
    await page.getByRole('button', { name: 'Account of Kim' }).click();
    await page.getByRole('link', { name: 'Your account' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Fill this in.').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('Kim Possible');
    await page.keyboard.press('Enter');
    await page.getByText('Your name is changed.').first().waitFor();
    expect((await Kim.get('/users/me')).body.name).toBe('Kim Possible');
  });

  it('says at the field why an address is not taken', async () => {
    const page = await opened(Kim);
    await page.getByLabel('E-mail').fill(Lee.email);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('There is an account with this e-mail address already.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect((await Kim.get('/users/me')).body.email).toBe(Kim.email);
    await page.getByLabel('E-mail').fill('kim.new@corp.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your e-mail address is changed.').first().waitFor();
    expect((await Kim.get('/users/me')).body.email).toBe('kim.new@corp.example');
  });

  it('changes the password with the one before, and ends all other sessions', async () => {
    const page = await opened(Lee);
    const other = easel.as(await tokenOf(Lee));
    const change = async (current: string, next: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not-this-one', 'quite-another-one-7');
    await page.getByText('This is not your current password.').waitFor();
    expect((await other.get('/users/me')).status).toBe(200);
    await change(Lee.password, 'x');
    await expect.poll(() => page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
    await change(Lee.password, 'quite-another-one-7');
    await page.getByText('Your password is changed.').first().waitFor();
    expect((await other.get('/users/me')).status).toBe(401);
    await expect.poll(() => page.locator('#devices li').count()).toBe(1);
    await page.getByText('This one', { exact: true }).waitFor();
  });

  it('lists where a person is signed in, and signs out there', async () => {
    const page = await opened(Max);
    const one = easel.as(await tokenOf(Max));
    const two = easel.as(await tokenOf(Max));
    await page.reload();
    const rows = page.locator('#devices li');
    await expect.poll(() => rows.first().textContent()).toContain('This one');
    const before = await rows.count();
    expect(before).toBeGreaterThanOrEqual(3);
    await rows.nth(1).getByRole('button').click();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect([(await one.get('/users/me')).status, (await two.get('/users/me')).status]).toEqual([401, 401]);
    expect(await page.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0);
  });

  it('makes a token that may do what its sentence says, shows it once, and ends it', async () => {
    const canvas = await easel.canvas(Noa, { name: 'Lanterns' });
    await easel.canvas(Noa, { name: 'Other' });
    const page = await opened(Noa);
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    // Code of the dialog may still be on the way
    await expect
      .poll(() =>
        dialog
          .getByRole('textbox')
          .first()
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByText('Fill this in.').waitFor();
    await page.keyboard.type('Lantern sensor');
    await dialog.getByLabel('Read and change').check();
    await dialog.getByLabel('Some canvases').check();
    await dialog.getByText('It may do nothing yet').waitFor();
    await dialog.getByLabel('Find a canvas').fill('lant');
    await dialog.getByLabel('Lanterns').check();
    await dialog.getByLabel('It ends').selectOption('30');
    await dialog.getByText('May read and change on one canvas · ends on').waitFor();
    await dialog.getByRole('button', { name: 'Make the token' }).click();
    const secret = await dialog.getByLabel('Token', { exact: true }).inputValue();
    const program: Caller = easel.as(secret);
    expect((await program.post(`${canvas}/notes`, { text: 'It glows' })).status).toBe(200);
    expect((await program.get('/canvases')).body).toHaveLength(1);
    const [made] = (await Noa.get('/users/me/access-tokens')).body;
    expect(made).toMatchObject({ name: 'Lantern sensor', scopes: ['read', 'write'], canvas_ids: [canvas.split('/').pop()] });
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'End Lantern sensor' }).click();
    await page.getByRole('button', { name: 'End the token' }).click();
    await page.getByText('You have none.').waitFor();
    expect((await program.get('/canvases')).status).toBe(401);
  });

  it('speaks German at once, and keeps that', async () => {
    const page = await opened(Max);
    await page.getByLabel('Language').first().selectOption('de');
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
  });

  it('asks whoever is not signed in to sign in', async () => {
    const page = await chromium.page(path);
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByRole('heading', { name: 'Your account' }).count()).toBe(0);
  });
});

const tokenOf = async ({ email, password }: Person): Promise<string> =>
  (await easel.anonymous.post('/users/login', { email, password })).body.token;
