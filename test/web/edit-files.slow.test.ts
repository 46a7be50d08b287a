import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { mp4, pdf, svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';
import { untilCounts } from './canvas-page.ts';
import { fromMenu, give, openEdited, type TestFile, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim } = easel.people;

interface Widget {
  readonly id: string;
  readonly widget_type: string;
  readonly location: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
}

const image: TestFile = { name: 'hill.svg', type: 'image/svg+xml', bytes: Buffer.from(svg(40, 20)) };
const film: TestFile = { name: 'film.mp4', type: 'video/mp4', bytes: mp4(64, 48) };
const paper: TestFile = { name: 'paper.pdf', type: 'application/pdf', bytes: pdf() };
const zip: TestFile = { name: 'things.zip', type: 'application/zip', bytes: Buffer.from('PK\u0003\u0004') };

/** What is on a canvas besides its root. */
async function widgetsOn(canvas: string, as: Person = Kim): Promise<Widget[]> {
  const { body } = await as.get(`${canvas}/widgets`);
  return (body as Widget[]).slice(1);
}

describeInBrowser('files on a canvas', () => {
  const chromium = useChromium(easel);

  it('that are dropped become widgets around that place, and a ZIP is refused in words', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await give(page, 'drop', [image, film, paper, zip], [500, 300]);
    await untilCounts(page, 3);
    const made = await widgetsOn(canvas);
    expect(made.map(({ widget_type }) => widget_type).sort()).toEqual(['Image', 'Pdf', 'Video']);
    expect(made.find(({ widget_type }) => widget_type === 'Image')!.size).toEqual({ width: 40, height: 20 });
    for (const { location, size } of made) {
      expect(Math.abs(location.x + size.width / 2 - 500)).toBeLessThan(400);
      expect(Math.abs(location.y + size.height / 2 - 300)).toBeLessThan(300);
    }
    const refused = page.getByRole('region', { name: 'things.zip' });
    await refused.getByText('ZIP files cannot be shown on a canvas').waitFor();
    await refused.getByRole('button', { name: 'Remove' }).click();
    await refused.waitFor({ state: 'detached' });
  });

  it('that are pasted come into the middle of the view, and undo takes them away', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await give(page, 'paste', [image], [0, 0]);
    await untilCounts(page, 1);
    expect(await widgetsOn(canvas)).toMatchObject([{ location: { x: 480, y: 340 }, size: { width: 40, height: 20 } }]);
    await page.locator('.upload-card').waitFor({ state: 'detached' });
    await page.locator('.stage').press('Control+z');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect(await widgetsOn(canvas)).toEqual([]);
    await page.locator('.stage').press('Control+Shift+z');
    await untilCounts(page, 1);
    await untilSaved(page);
    expect(await widgetsOn(canvas)).toMatchObject([{ widget_type: 'Image', size: { width: 40, height: 20 } }]);
  });

  it('can be chosen by the keyboard alone', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    const chooser = page.waitForEvent('filechooser');
    await page.locator('.stage').press('i');
    await (await chooser).setFiles([{ name: film.name, mimeType: film.type, buffer: film.bytes }]);
    await untilCounts(page, 1);
    expect((await widgetsOn(canvas)).map(({ widget_type }) => widget_type)).toEqual(['Video']);
  });

  it('come from the camera, where a device has one', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const opening = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Photo…' }).click();
    const chooser = await opening;
    const asked = (name: string) => chooser.element().evaluate((input, name) => (input as Element).getAttribute(name), name);
    expect([await asked('capture'), await asked('accept'), chooser.isMultiple()]).toEqual(['environment', 'image/*', false]);
    await chooser.setFiles([{ name: image.name, mimeType: image.type, buffer: image.bytes }]);
    await untilCounts(page, 1);
    expect((await widgetsOn(canvas)).map(({ widget_type }) => widget_type)).toEqual(['Image']);
  });

  it('leave nothing on the server when they are cancelled, even if it has them already', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    let isMade = false;
    await page.route('**/images', async (route) => {
      await route.fetch();
      isMade = true;
    });
    await give(page, 'drop', [image], [500, 300]);
    await until(() => isMade);
    expect(await widgetsOn(canvas)).toHaveLength(1);
    await page.getByRole('button', { name: 'Cancel the upload of hill.svg' }).click();
    await until(async () => (await widgetsOn(canvas)).length === 0, 50);
    await untilCounts(page, 0);
  });

  it('that the server refuses can be tried again, and the panel lists them', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.route('**/images', (route) => route.fulfill({ status: 503, body: '{"msg":"no"}' }), { times: 1 });
    await give(page, 'drop', [image], [500, 300]);
    await page.getByText('The server has no room for it at the moment.').filter({ visible: true }).first().waitFor();
    await fromMenu(page, 'Uploads');
    const panel = page.getByRole('complementary', { name: 'Uploads' });
    await panel.getByText('0 of 1 done').waitFor();
    await panel.getByRole('button', { name: 'Try again: hill.svg' }).click();
    await panel.getByText('1 of 1 done').waitFor();
    await untilCounts(page, 1);
    expect(await widgetsOn(canvas)).toHaveLength(1);
  });
});

describeInBrowser('the menu Add', () => {
  const chromium = useChromium(easel);

  it('makes what its dialogs ask for, by the keyboard alone', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    const add = async (typed: string): Promise<void> => {
      await page.locator('.stage').press('/');
      await page.getByRole('combobox', { name: 'Find something to add' }).pressSequentially(typed);
      await page.getByRole('menu', { name: 'Add' }).getByRole('menuitem').first().waitFor();
      await page.keyboard.press('Enter');
    };
    await add('remote');
    await page.getByRole('textbox', { name: 'Address' }).fill('10.20.0.5');
    await page.keyboard.press('Enter');
    await untilCounts(page, 1);
    await add('ip video');
    await page.getByRole('textbox', { name: 'Address' }).fill('rtsp://192.0.2.7:554/live');
    await page.keyboard.press('Enter');
    await untilCounts(page, 2);
    await add('video input');
    await page.getByRole('textbox', { name: 'Source' }).fill('video=cam-front');
    await page.keyboard.press('Enter');
    await untilCounts(page, 3);
    await add('video output');
    await untilCounts(page, 4);
    await untilSaved(page);
    const made = await widgetsOn(canvas);
    expect(made).toMatchObject([
      { widget_type: 'RdpConnection', connection_name: '10.20.0.5' },
      { widget_type: 'IpVideo', source: 'rtsp://192.0.2.7:554/live' },
      { widget_type: 'VideoInput', source: 'video=cam-front' },
      { widget_type: 'VideoOutputAnchor' },
    ]);
    for (const { location, size } of made) {
      expect(location.x).toBeGreaterThanOrEqual(0);
      expect(location.x + size.width).toBeLessThanOrEqual(1000);
    }
  });

  it('makes them by mouse, in the middle of the view', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Add' }).click();
    await page.getByRole('menuitem', { name: 'Video output' }).click();
    await untilCounts(page, 1);
    await untilSaved(page);
    const [made] = await widgetsOn(canvas);
    expect(made!.location.x + made!.size.width / 2).toBeCloseTo(500, 0);
    expect(made!.location.y + made!.size.height / 2).toBeCloseTo(350, 0);
  });

  it('puts another canvas into this one, and undo takes all of it away', async () => {
    const source = await easel.canvas(Kim, { name: 'Template of Kim' });
    const note = { text: 'one', location: { x: 100, y: 100 }, size: { width: 100, height: 100 } };
    const first = (await Kim.post(`${source}/notes`, note)).body as Widget;
    const child = { text: 'child', parent_id: first.id, location: { x: 10, y: 10 }, size: { width: 20, height: 20 } };
    const second = (await Kim.post(`${source}/notes`, child)).body as Widget;
    await Kim.post(`${source}/connectors`, { src: { id: first.id }, dst: { id: second.id } });
    await uploaded(easel, Kim, `${source}/images`, image.bytes, image.name, { location: { x: 260, y: 100 } });
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Canvas as a template…' }).click();
    await page.getByRole('radio', { name: 'Template of Kim' }).check();
    await page.getByRole('button', { name: 'Put on the canvas' }).click();
    await page.getByText('4 things were put on the canvas.').first().waitFor();
    const made = (await widgetsOn(canvas)) as (Widget & { parent_id?: string; text?: string; src?: { id: string } })[];
    const parent = made.find(({ text }) => text === 'one')!;
    expect(made).toHaveLength(4);
    expect(parent.location).toEqual({ x: 400, y: 300 });
    expect(made.find(({ text }) => text === 'child')).toMatchObject({ parent_id: parent.id, location: { x: 10, y: 10 } });
    expect(made.find(({ widget_type }) => widget_type === 'Connector')!.src!.id).toBe(parent.id);
    await page.locator('.stage').press('Control+z');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect(await widgetsOn(canvas)).toEqual([]);
  });
});

describeInBrowser('a template', () => {
  const chromium = useChromium(easel);

  it('with more things than can be put is refused in words, and nothing of it is put', async () => {
    const source = await easel.canvas(Kim, { name: 'Large template' });
    const note = { op: 'create', type: 'Note', body: { size: { width: 10, height: 10 } } };
    for (const count of [1000, 1000, 1000, 1000, 1000, 1]) {
      const { status } = await Kim.post(`${source}/batch`, { operations: Array(count).fill(note) });
      expect(status).toBe(200);
    }
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Canvas as a template…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Canvas as a template' });
    await dialog.getByRole('radio', { name: 'Large template' }).check();
    await dialog.getByRole('button', { name: 'Put on the canvas' }).click();
    await page.getByText('There are 5,001 things on that canvas. At most 5,000 can be put into another one.').first().waitFor();
    expect(await widgetsOn(canvas)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describeInBrowser('the canvas as a whole', () => {
  const chromium = useChromium(easel);

  it('has a background and colours that panels change, and another page sees', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    const other = await openEdited(chromium, canvas, Kim);
    await fromMenu(page, 'Background');
    const panel = page.getByRole('complementary', { name: 'Background' });
    await panel.getByRole('button', { name: 'White' }).click();
    await until(async () => backgroundOf(await Kim.get(`${canvas}/background`)).background_color === '#ffffff', 50);
    await other.locator('.scene[data-ground=light]').waitFor();
    await panel.getByRole('checkbox', { name: 'Grid' }).uncheck();
    await until(async () => !backgroundOf(await Kim.get(`${canvas}/background`)).grid.visible, 50);
    await panel.getByText('Haze').click();
    await panel.getByLabel('First colour').fill('#102030');
    await until(async () => backgroundOf(await Kim.get(`${canvas}/background`)).haze.color1.startsWith('#102030'), 50);
    const chooser = page.waitForEvent('filechooser');
    await panel.getByText('Picture').click();
    await (await chooser).setFiles([{ name: image.name, mimeType: image.type, buffer: image.bytes }]);
    await until(async () => backgroundOf(await Kim.get(`${canvas}/background`)).type === 'image', 50);
    await panel.getByRole('spinbutton', { name: 'Width' }).fill('4000');
    await panel.getByRole('button', { name: 'Set the size' }).click();
    await until(async () => ((await Kim.get(`${canvas}/widgets`)).body as Widget[])[0]!.size.width === 4000, 50);
    await panel.getByRole('button', { name: 'Close' }).click();
    await fromMenu(page, 'Colours');
    await page.getByRole('button', { name: 'Use the colours of Easel' }).click();
    const presets = async () => (await Kim.get(`${canvas}/color-presets`)).body as { connector: string[] };
    await until(async () => (await presets()).connector[0] === '#8d8372', 50);
  });

  it('goes into demo, is saved, restored and goes back', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    const other = await openEdited(chromium, canvas, Kim);
    await fromMenu(page, 'Demo state');
    const panel = page.getByRole('complementary', { name: 'Demo state' });
    await panel.getByRole('button', { name: 'Begin demo mode' }).click();
    await panel.getByRole('button', { name: 'Save the present state' }).waitFor();
    await Kim.post(`${canvas}/notes`, { text: 'kept' });
    await panel.getByRole('button', { name: 'Save the present state' }).click();
    await page.getByText('The present state is saved.').first().waitFor();
    await Kim.post(`${canvas}/notes`, { text: 'gone' });
    await untilCounts(page, 2);
    await panel.getByRole('button', { name: 'Restore the saved state…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await widgetsOn(canvas), 'a question that is given up changes nothing').toHaveLength(2);
    await fromMenu(other, 'Demo state');
    await other.getByRole('button', { name: 'Save the present state' }).waitFor();
    await panel.getByRole('button', { name: 'Restore the saved state…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await Promise.all([page, other].map((one) => untilCounts(one, 1)));
    expect(await widgetsOn(canvas)).toMatchObject([{ text: 'kept' }]);
    await panel.getByRole('button', { name: 'Leave demo mode…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave demo mode' }).click();
    await panel.getByRole('button', { name: 'Begin demo mode' }).waitFor();
    await other.getByRole('button', { name: 'Begin demo mode' }).waitFor();
    expect((await Kim.get(canvas)).body).toMatchObject({ mode: 'normal' });
  });
});

interface ShownBackground {
  readonly type: string;
  readonly background_color: string;
  readonly grid: { readonly visible: boolean };
  readonly haze: { readonly color1: string };
}

const backgroundOf = ({ body }: { readonly body: unknown }): ShownBackground => body as ShownBackground;

describeInBrowser('media', () => {
  const chromium = useChromium(easel);

  it('play, pause, seek and mute, and turn their pages, for everybody', async () => {
    const canvas = await easel.canvas(Kim);
    const place = (x: number) => ({ location: { x, y: 200 }, size: { width: 200, height: 150 } });
    await uploaded(easel, Kim, `${canvas}/videos`, film.bytes, film.name, place(100));
    await uploaded(easel, Kim, `${canvas}/pdfs`, pdf({ pages: 3 }), paper.name, place(500));
    const page = await openEdited(chromium, canvas, Kim);
    const stateOf = async (at: number) => (await widgetsOn(canvas))[at] as unknown as Record<string, unknown>;
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.mouse.click(200, 275);
    await bar.getByRole('button', { name: 'Play' }).click();
    await until(async () => (await stateOf(0)).playback_state === 'playing', 50);
    await bar.getByRole('button', { name: 'Pause' }).click();
    await until(async () => (await stateOf(0)).playback_state === 'paused', 50);
    await bar.getByRole('button', { name: 'Mute' }).click();
    await until(async () => (await stateOf(0)).muted === true, 50);
    await bar.getByRole('button', { name: 'Forward 10 seconds' }).click();
    await until(async () => Number((await stateOf(0)).playback_position) >= 10, 50);
    await page.mouse.click(600, 275);
    await bar.getByRole('button', { name: 'Next page' }).click();
    await untilSaved(page);
    expect((await stateOf(1)).index).toBe(1);
  });
});

describeInBrowser('an empty canvas', () => {
  const chromium = useChromium(easel);

  it('has ways to begin that go with the first thing', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    const begin = page.getByRole('region', { name: 'An open sheet' });
    const chooser = page.waitForEvent('filechooser');
    await begin.getByRole('button', { name: 'Picture' }).click();
    await (await chooser).setFiles([{ name: image.name, mimeType: image.type, buffer: image.bytes }]);
    await begin.waitFor({ state: 'detached' });
    await untilCounts(page, 1);
  });

  it('still has the command for programs', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('button', { name: 'For programs: a command that puts a note here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('curl').waitFor();
    // The words that open it are centred, and those of a dialog never are
    expect(await dialog.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start');
  });
});
