import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { longVideo } from '../kit/long-video.ts';
import { mp4, pdf } from '../kit/samples.ts';
import { made } from '../kit/strokes.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });
const place = { location: { x: 100, y: 200 }, size: { width: 300, height: 200 } };

describeInBrowser('the bar of one kind', () => {
  const chromium = useChromium(easel);

  /** Two pages on a canvas with one widget, which both have selected. */
  async function twoPages(canvas: string, at: readonly [number, number] = [250, 300]): Promise<readonly [Page, Page]> {
    const pages = [await openEdited(chromium, canvas, Kim), await openEdited(chromium, canvas, Kim)] as const;
    for (const page of pages) {
      await page.mouse.click(...at);
      await page.locator('.stage[data-selected="1"]').waitFor();
    }
    return pages;
  }

  it('seeks in a video by its slider, plays, pauses and mutes it, and another page sees that', async () => {
    const canvas = await easel.canvas(Kim);
    const { id } = await uploaded(easel, Kim, `${canvas}/videos`, longVideo(60), 'long.webm', place);
    const [page, other] = await twoPages(canvas);
    const slider = barOf(page).getByRole('slider', { name: 'Position' });
    expect(Number(await slider.getAttribute('max'))).toBeGreaterThan(55);
    await slider.fill('42');
    await untilSaved(page);
    expect((await Kim.get(`${canvas}/videos/${id}`)).body.playback_position).toBe(42);
    const there = barOf(other).getByRole('slider', { name: 'Position' });
    await expect.poll(() => there.inputValue()).toBe('42');
    expect(await there.getAttribute('aria-valuetext')).toMatch(/^0:42 of 1:0\d|^0:42 of 0:59/);
    await there.press('ArrowRight');
    await expect.poll(() => slider.inputValue()).toBe('43');
    await barOf(page).getByRole('button', { name: 'Play' }).click();
    await barOf(other).getByRole('button', { name: 'Pause' }).click();
    await barOf(page).getByRole('button', { name: 'Play' }).waitFor();
    await barOf(page).getByRole('button', { name: 'Mute' }).click();
    await barOf(other).getByRole('button', { name: 'Mute', pressed: true }).waitFor();
    await made(Kim.patch(`${canvas}/videos/${id}`, { playback_position: 10 }));
    await expect.poll(() => slider.inputValue()).toBe('10');
  });

  it('seeks in a video that is too small to be played on the canvas, and says where one is that does not tell its length', async () => {
    const canvas = await easel.canvas(Kim);
    const small = { location: { x: 100, y: 200 }, size: { width: 48, height: 30 } };
    const { id } = await uploaded(easel, Kim, `${canvas}/videos`, longVideo(60), 'long.webm', small);
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(124, 215);
    const slider = barOf(page).getByRole('slider', { name: 'Position' });
    expect(await page.locator('[data-island]').count()).toBe(0);
    expect(Number(await slider.getAttribute('max'))).toBeGreaterThan(55);
    await slider.fill('42');
    await untilSaved(page);
    expect((await Kim.get(`${canvas}/videos/${id}`)).body.playback_position).toBe(42);

    const other = await easel.canvas(Kim);
    const bytes = Buffer.from('no video that a browser knows');
    const silent = await uploaded(easel, Kim, `${other}/videos`, Buffer.concat([mp4(64, 48), bytes]), 'a.mp4', place);
    await made(Kim.patch(`${other}/videos/${silent.id}`, { playback_position: 75 }));
    const beside = await openEdited(chromium, other, Kim);
    await beside.mouse.click(250, 300);
    await barOf(beside).getByText('1:15', { exact: true }).waitFor();
    expect(await barOf(beside).getByRole('slider').count()).toBe(0);
  });

  it('says which page of a document is shown, and turns it on both pages', async () => {
    const canvas = await easel.canvas(Kim);
    await uploaded(easel, Kim, `${canvas}/pdfs`, pdf({ pages: 12 }), 'paper.pdf', place);
    const [page, other] = await twoPages(canvas);
    await barOf(page).getByText('1 of 12').waitFor();
    await barOf(page).getByRole('button', { name: 'Next page' }).click();
    await Promise.all([page, other].map((one) => barOf(one).getByText('2 of 12').waitFor()));
    await barOf(other).getByRole('button', { name: 'Previous page' }).click();
    await barOf(page).getByText('1 of 12').waitFor();
  });

  it('changes the address of a web page, and leads back to it', async () => {
    const canvas = await easel.canvas(Kim);
    const { id } = await made(Kim.post(`${canvas}/browsers`, { url: `${easel.url}/open/x`, ...place }));
    const [page, other] = await twoPages(canvas);
    await barOf(page).getByRole('button', { name: 'Address', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Address' });
    const field = dialog.getByRole('textbox', { name: 'Address' });
    expect(await field.inputValue()).toBe(`${easel.url}/open/x`);
    await field.fill('not an address');
    expect(await dialog.getByRole('button', { name: 'Open' }).isDisabled()).toBe(true);
    await field.fill('page.invalid/plan');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await untilSaved(page);
    expect((await Kim.get(`${canvas}/browsers/${id}`)).body.url).toBe('https://page.invalid/plan');
    await barOf(other).getByRole('button', { name: 'Address', exact: true }).click();
    await expect.poll(() => other.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('https://page.invalid/plan');
    await made(Kim.patch(`${canvas}/browsers/${id}`, { main_frame_scroll_offset: { x: 30, y: 400 } }));
    await barOf(page).getByRole('button', { name: 'Back to the address' }).click();
    await expect
      .poll(async () => (await Kim.get(`${canvas}/browsers/${id}`)).body.main_frame_scroll_offset)
      .toEqual({ x: 0, y: 0 });
  });

  it('gives anchors their numbers', async () => {
    const canvas = await easel.canvas(Kim);
    const { id } = await made(Kim.post(`${canvas}/anchors`, { ...place, anchor_name: 'Agenda', anchor_index: 3 }));
    const [page, other] = await twoPages(canvas, [250, 201]);
    const number = barOf(page).getByRole('spinbutton', { name: 'Number' });
    expect(await number.inputValue()).toBe('3');
    await number.fill('7');
    await number.press('Enter');
    await untilSaved(page);
    expect((await Kim.get(`${canvas}/anchors/${id}`)).body.anchor_index).toBe(7);
    await expect.poll(() => barOf(other).getByRole('spinbutton', { name: 'Number' }).inputValue()).toBe('7');
    await number.fill('-2');
    await number.press('Enter');
    await expect.poll(() => number.inputValue()).toBe('7');
    expect((await Kim.get(`${canvas}/anchors/${id}`)).body.anchor_index).toBe(7);
  });
});

describeInBrowser('the options of the note tool', () => {
  const chromium = useChromium(easel);

  it('are colours, among them those of the canvas, and the last one is taken for the next note', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.patch(`${canvas}/color-presets`, { note_background: ['#123456'] }));
    const page = await openEdited(chromium, canvas, Kim);
    const colour = async (name: string) => {
      await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Note', exact: true }).click();
      await page.getByRole('toolbar', { name: 'Tool options' }).getByRole('radio', { name }).check({ force: true });
    };
    const write = async (x: number, text: string) => {
      await drag(page, [x, 100], [x + 150, 250]);
      await page.getByRole('textbox', { name: 'Text of note' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
    };
    await colour('Sky');
    await write(100, 'one');
    await colour('#123456');
    await write(400, 'two');
    await page.keyboard.press('n');
    await write(700, 'three');
    await untilSaved(page);
    const { body } = await Kim.get(`${canvas}/notes`);
    const papers = (body as { text: string; background_color: string }[]).map((note) => [note.text, note.background_color]);
    expect(papers).toEqual([
      ['one', '#b9d7ffff'],
      ['two', '#123456ff'],
      ['three', '#123456ff'],
    ]);
  });
});
