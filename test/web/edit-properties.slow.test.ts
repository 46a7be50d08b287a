import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { systemClock } from '../../server/clock.ts';
import { properties } from '../../texts/en/panels/properties.ts';
import { labelOf } from '../../web/edit/ui/properties/labels.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { sampleFiles, uploaded } from '../kit/files.ts';
import { made } from '../kit/strokes.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const types = widgetKinds.filter(({ widget }) => !widget.partOnly);
type Values = Readonly<Record<string, unknown>>;

/** What is asked for when a type is made, where anything is. */
const required: Readonly<Record<string, Values>> = { VideoInput: { source: 'video=cam-front' } };

/** The last rows: a pinned widget lies where it lies. */
const late: readonly string[] = ['parent_id', 'pinned'];

/** What a row shows for a value in the record, where that is another number. */
const factors: Readonly<Record<string, number>> = { scale: 100, 'src.rel_location': 100, 'dst.rel_location': 100 };

/** The parts of a value that have rows of their own, as paths: `size.width`. Switches first, because others depend on them. */
function pathsOf({ fields }: AnyWidget, record: Values): string[] {
  const writable = Object.entries(fields).filter(([, { word }]) => word === 'editable' || word === 'required');
  const paths = writable.flatMap(([field]) => partsOf(field, record[field]));
  const rank = (path: string): number =>
    late.includes(path) ? 2 + late.indexOf(path) : typeof read(record, path) === 'boolean' ? 0 : 1;
  return paths.sort((a, b) => rank(a) - rank(b));
}

const partsOf = (path: string, value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => partsOf(`${path}.${key}`, part))
    : [path];

const read = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], record);

/** Changes what a control shows. Returns what the record has then. */
async function changed(control: Locator, path: string, before: unknown, other: Other): Promise<unknown> {
  const role =
    (await control.getAttribute('role')) ?? (await control.getAttribute('type')) ?? (await control.evaluate((e) => e.tagName));
  switch (role) {
    case 'checkbox':
      await control.setChecked(!before);
      return !before;
    case 'combobox': {
      await control.fill(other.name);
      await control.press('Enter');
      return other.id;
    }
    case 'SELECT': {
      const values = await control.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      const value = values.find((one) => one !== before)!;
      await control.selectOption(value);
      return value;
    }
    default:
      return typed(control, path, before);
  }
}

interface Other {
  readonly id: string;
  readonly name: string;
}

async function typed(control: Locator, path: string, before: unknown): Promise<unknown> {
  const after = typeof before === 'number' ? numberAfter(path, before) : textAfter(path);
  const factor = factors[path.replace(/\.[xy]$/, '')] ?? 1;
  // People count pages from 1
  const first = path === 'index' ? 1 : 0;
  await control.fill(typeof after === 'number' ? String(after * factor + first) : after);
  await control.press('Tab');
  return after;
}

const numberAfter = (path: string, before: number): number =>
  path.includes('rel_location') || path === 'scale' ? (before === 0.25 ? 0.75 : 0.25) : before + 20;
const textAfter = (path: string): string => (/colou?r/.test(path) ? '#123456ff' : `${path} of Kim`);

describeInBrowser('the panel of properties', () => {
  const chromium = useChromium(easel);

  /** One of each type, small, in rows, with two notes that connectors and parents can name. */
  async function board() {
    const canvas = await easel.canvas(Kim);
    const size = { width: 90, height: 60 };
    const note = (text: string, x: number, y: number) =>
      made(Kim.post(`${canvas}/notes`, { text, location: { x, y }, size: { width: 110, height: 80 } }));
    const first = await note('First', 700, 100);
    const second = await note('Second', 700, 300);
    const third: Other = { id: (await note('Third', 700, 500)).id, name: 'Third' };
    const one = async (type: AnyWidget, at: number): Promise<string> => {
      const place = { location: { x: 40 + (at % 4) * 150, y: 100 + Math.floor(at / 4) * 130 }, size };
      const { upload, placed } = type.widget;
      if (upload !== '') {
        const { bytes } = sampleFiles[upload];
        const name = `sample-${at}`;
        return (await uploaded(easel, Kim, `${canvas}/${type.widget.path}`, bytes, name, place)).id;
      }
      const body = placed ? place : { src: { id: first.id }, dst: { id: second.id } };
      return (await made(Kim.post(`${canvas}/widgets`, { widget_type: type.name, ...body, ...required[type.name] }))).id;
    };
    const ids: string[] = [];
    for (const [at, type] of types.entries()) ids.push(await one(type, at));
    return { canvas, ids, third };
  }

  it('changes every writable field of every type', async () => {
    const { canvas, ids, third } = await board();
    const page = await openEdited(chromium, canvas, Kim, { width: 1400, height: 900 });
    const recordOf = async (id: string): Promise<Values> => (await Kim.get(`${canvas}/widgets/${id}`)).body;
    for (const [at, type] of types.entries()) {
      const id = ids[at]!;
      await select(page, type, await recordOf(id));
      await page.keyboard.press('Alt+Enter');
      const panel = page.getByRole('complementary', { name: 'Properties' });
      const first = await recordOf(id);
      const expected = new Map<string, unknown>();
      /** Before fields that change others along. */
      const settle = async (): Promise<void> => {
        await untilSaved(page);
        const record = await recordOf(id);
        const found = [...expected.keys()].map((path) => [`${type.name}.${path}`, read(record, path)]);
        expect(found).toEqual([...expected].map(([path, value]) => [`${type.name}.${path}`, value]));
        expected.clear();
      };
      for (const path of pathsOf(type, first)) {
        if (path.startsWith('size.') || path === 'parent_id') await settle();
        const before = read(path.startsWith('size.') ? await recordOf(id) : first, path);
        const control = panel
          .getByLabel(labelOf(path, { properties })!, { exact: true })
          .and(panel.locator('input, select, textarea'));
        const name = `${type.name}.${path}`;
        await expect.poll(() => control.count(), { message: `${name} has one control` }).toBe(1);
        const after = await changed(control, path, before, third);
        expected.set(path, after);
        if (path.startsWith('size.')) await settle();
        expect(after, `${name} is another value`).not.toEqual(before);
      }
      await settle();
      await panel.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('Escape');
    }
  });
});

/** Selects by a press on the edge of a widget: on the line of a connector, on the frame of an anchor. */
async function select(page: Page, type: AnyWidget, { location, size }: Values): Promise<void> {
  const place = type.widget.placed ? (location as { x: number; y: number }) : { x: 755, y: 240 };
  const { width } = (size as { width: number } | undefined) ?? { width: 0 };
  await page.mouse.click(place.x + width / 2, place.y + (type.widget.placed ? 1 : 0));
  await page.locator('.stage[data-selected="1"]').waitFor();
}
