import { describe, expect, it } from 'vitest';
import { looks as english } from '../../texts/en/looks.ts';
import { initialValues } from '../field.ts';
import type { RecordOf } from '../resource.ts';
import { Background } from '../resources/background.ts';
import { widgetKinds, widgets } from '../widgets/index.ts';
import { lettersOf, paper } from '../widgets/note.ts';
import type { Video } from '../widgets/video.ts';
import { backgroundShapes } from './background.ts';
import { looksByType } from './by-type.ts';
import { opacityOf } from './colours.ts';
import { fillOf } from './frames.ts';
import type { LookContext } from './look.ts';
import { type ShownWidget, shapesOf } from './looks.ts';
import { measure } from './measure.ts';
import { beyondShapes } from './parts.ts';
import type { Box, Caption, Outline, Picture, Shape, Words } from './shapes.ts';
import { layOut } from './text-layout.ts';

const context: LookContext = {
  measure,
  phrases: english,
  ground: { colour: '#fbfaf7ff', isDark: false },
  boxOf: () => ({ x: 0, y: 0, width: 100, height: 100 }),
  holdsHead: (id) => id === 'head',
};
const end = { id: 'x', rel_location: { x: 0.5, y: 0.5 }, auto_location: true, tip: 'none' };

/** A record with every field at its initial value. */
const blank = (name: string, more: object = {}): ShownWidget => {
  const kind = widgetKinds.find((one) => one.name === name)!;
  const ends = name === 'Connector' ? { src: end, dst: { ...end, id: 'y' } } : {};
  const grid = name === 'Table' ? { column_widths: [300, 300], row_heights: [200, 200] } : {};
  const given = { ...initialValues(kind.fields), ...(name === 'VideoInput' ? { source: 'usb' } : {}), ...ends, ...grid, ...more };
  return given as unknown as ShownWidget;
};
const shapes = (name: string, more: object = {}): readonly Shape[] => shapesOf(blank(name, more), context);
const texts = (name: string, more: object = {}): string[] =>
  shapes(name, more).flatMap((shape) => (shape.kind === 'words' ? [shape.text] : []));

describe('a note without its letters', () => {
  const sizes = [
    { width: 220, height: 200 },
    { width: 30, height: 900 },
    { width: 1200, height: 90 },
  ];
  const written = [
    { title: 'Plan', text: '' },
    { title: '', text: 'Ask the users first' },
    { title: 'Plan', text: 'Ask the users first. '.repeat(40) },
  ];
  for (const size of sizes) {
    for (const said of written) {
      it(`has all but the letters, of which none is larger than said: ${size.width} × ${size.height}, ${Object.values(said).join('/').slice(0, 30)}`, () => {
        const note = { ...blank('Note', { size, ...said, background_color: '#fff9c4ff' }) } as unknown as Parameters<
          typeof paper
        >[0] & {
          readonly text: string;
        };
        const seen = shapesOf(note as never, context);
        expect(seen.filter(({ kind }) => kind !== 'words')).toEqual(paper(note));
        for (const shape of seen) if (shape.kind === 'words') expect(shape.most).toBeLessThanOrEqual(lettersOf(note));
      });
    }
  }

  it('is never the whole note where there is no paper', () => {
    const note = blank('Note', { background_color: '#fff9c400', text: 'Ask the users first' });
    expect(lettersOf(note as never)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('every widget type', () => {
  it('has a look, but for the plane, whose background is drawn, and cells, which their table draws', () => {
    const seen = widgets.map(({ name }) => name).filter((name) => !(name in looksByType));
    expect(seen).toEqual(['SharedCanvas', 'TableCell']);
  });

  const names = Object.keys(looksByType);

  it.each(names)('%s is seen, also without any content', (name) => {
    if (name === 'Note') expect(shapes(name, { text_color: '#000000ff' })).toHaveLength(2);
    else expect(shapes(name).length).toBeGreaterThan(0);
  });

  it.each(names.filter((name) => name !== 'Connector'))('%s stays in its box, however small, large or narrow', (name) => {
    for (const [width, height] of [
      [1e-6, 1e-6],
      [1, 5000],
      [5000, 1],
      [1e9, 1e9],
      [300, 300],
    ] as const) {
      const size = { width, height };
      const grid = { column_widths: [width / 2, width / 2], row_heights: [height / 2, height / 2] };
      const text = 'A long text. '.repeat(20);
      const more = { size, ...grid, text, title: text, url: text, source: text, anchor_name: text, text_color: '#000000' };
      for (const shape of shapes(name, more)) {
        if (shape.kind === 'line') expect(shape.path).not.toMatch(/NaN|Infinity/);
        else expect([name, size, shape, isInside(shape.box, size)]).toEqual([name, size, shape, true]);
      }
    }
  });

  it.each(names)('%s has colours that painters can read', (name) => {
    for (const shape of shapes(name, { text_color: '#000000' })) {
      if ('colour' in shape) expect(shape.colour).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
    }
  });
});

function isInside({ x, y, width, height }: Box, size: { width: number; height: number }): boolean {
  const slack = 1e-6 * Math.max(size.width, size.height);
  return x >= -slack && y >= -slack && x + width <= size.width + slack && y + height <= size.height + slack;
}

describe('every field that answers show', () => {
  /** Where a widget lies is no matter of its look, nor what people may do with it. */
  const ofPlace = ['id', 'widget_type', 'state', 'parent_id', 'location', 'depth', 'scale', 'pinned'];
  const unseen: Readonly<Record<string, readonly string[]>> = {
    // `text_color` says what follows from it
    Note: ['auto_text_color'],
    // What it scrolls is the page, which only a display loads
    Browser: ['main_frame_scroll_offset'],
    // Where a playing video is, changes without its record: whoever plays it shows it
    Video: ['playing_since'],
    // `column_widths` and `row_heights` say the same
    Table: ['grid_size'],
  };
  const other = (value: unknown): unknown => {
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'number') return value + 61;
    if (typeof value === 'string') return value.startsWith('#') ? '#123456ff' : `${value}other`;
    if (Array.isArray(value)) return [...value, 10];
    return { ...(value as object), width: 77, height: 55, tip: 'solid-equilateral-triangle' };
  };
  const oneOf: Readonly<Record<string, string>> = { playback_state: 'playing', type: 'straight' };

  it.each(Object.keys(looksByType))('%s: changes the look, or is known not to', (name) => {
    const kind = widgetKinds.find((one) => one.name === name)!;
    const still: string[] = [];
    for (const [key, { word }] of Object.entries(kind.fields)) {
      if (word === 'secret' || ofPlace.includes(key)) continue;
      const filled = { hash: 'a', playback_state: 'paused', playback_position: 5, connection_name: 'b', host_id: 'c' };
      const isSeen = [{}, filled, { host_id: 'c' }].some((base) => {
        const record = { text_color: '#000000', ...blank(name, { text_color: '#000000', text: 'a', ...base }) } as Record<
          string,
          unknown
        >;
        const changed = { ...record, [key]: oneOf[key] ?? other(record[key]) } as unknown as ShownWidget;
        const before = shapesOf(record as unknown as ShownWidget, context);
        return JSON.stringify(shapesOf(changed, context)) !== JSON.stringify(before);
      });
      if (!isSeen) still.push(key);
    }
    expect(still).toEqual(unseen[name] ?? []);
  });
});

describe('a note', () => {
  const ink = { text_color: '#000000ff' };
  const letters = (more: object) => shapes('Note', { ...ink, ...more }).filter((shape): shape is Words => shape.kind === 'words');

  it('shows its text, its title in bold above it, or its title alone', () => {
    expect(letters({ text: 'a' }).map(({ text, weight }) => [text, weight])).toEqual([['a', undefined]]);
    expect(letters({ text: 'a', title: 'b' }).map(({ text, weight }) => [text, weight])).toEqual([
      ['b', 600],
      ['a', undefined],
    ]);
    expect(letters({ title: 'b' }).map(({ text, weight }) => [text, weight])).toEqual([['b', 600]]);
  });

  it('has letters of 0.088 of its side, between both sides of a wide one, and a twentieth of the shorter side at least', () => {
    const size = { width: 600, height: 200 };
    const mostOf = (text: string, width: number) => letters({ text, size: { width, height: 200 } })[0]!.most;
    expect(mostOf('a', 200)).toBeCloseTo(0.088 * 200);
    expect(mostOf('a', 600)).toBeCloseTo(0.088 * Math.sqrt(200 * 600));
    expect(mostOf('a', 2000)).toBeCloseTo(0.088 * 1.8 * 200);
    expect(letters({ text: 'a', size })[0]!.least).toBe(0.05 * 200);
    expect(letters({ text: 'a', size })[0]!.box).toEqual({ x: 16, y: 16, width: 568, height: 168 });
  });

  it('has a title whose letters are 1.14 of those that its text has, however long that is', () => {
    for (const text of ['a', 'Some words. '.repeat(20), 'Some words. '.repeat(30), 'Some words. '.repeat(500)]) {
      const [above, below] = letters({ title: 'Agenda', text });
      const { size, lines } = layOut(below!, measure);
      expect(above!.most).toBeCloseTo(size * 1.14);
      expect(above!.box.y + above!.box.height).toBeLessThan(lines[0]!.y);
      expect(layOut(above!, measure).size).toBe(above!.most);
    }
  });

  it('has a shadow and no edge; without paper neither, and letters in the colours of the ground', () => {
    const kinds = (background_color: string) => shapes('Note', { ...ink, text: 'a', background_color }).map(({ kind }) => kind);
    expect([kinds('#ffffffff'), kinds('#ffffff3e'), kinds('#ffffff3d'), kinds('#ffffff00')]).toEqual([
      ['shade', 'area', 'words'],
      ['shade', 'area', 'words'],
      ['area', 'words'],
      ['words'],
    ]);
    const colour = (more: object, isDark = false) => {
      const [shown] = shapesOf(blank('Note', { ...ink, background_color: '#ffffff00', text: 'a', ...more }), {
        ...context,
        ground: { colour: isDark ? '#17161aff' : '#fbfaf7ff', isDark },
      }) as Words[];
      return shown!.colour;
    };
    expect([colour({}), colour({}, true), colour({ auto_text_color: false }, true)]).toEqual([
      '#23201aff',
      '#f3efe8ff',
      '#000000ff',
    ]);
    expect([opacityOf('#ffffff'), opacityOf('#ffffff80')]).toEqual([1, 128 / 255]);
  });

  it('that is a title without paper is a heading, bold and tight', () => {
    expect(letters({ title: 'Welcome', background_color: '#00000000' })).toMatchObject([{ weight: 700, tracking: -0.03 }]);
  });

  it('that is the head of a column is lighter than a heading', () => {
    const head = { title: 'To do', background_color: '#00000000', parent_id: 'head' };
    expect(letters(head)).toMatchObject([{ weight: 600, tracking: -0.03 }]);
    expect(letters({ ...head, parent_id: 'cell' })).toMatchObject([{ weight: 700 }]);
  });
});

describe('a widget of a file', () => {
  const hash = 'a'.repeat(64);

  it('shows the page of the file', () => {
    expect(shapes('Image', { hash })).toMatchObject([{ kind: 'shade' }, { kind: 'picture', hash, page: 0, of: 'still' }]);
    expect(shapes('Pdf', { hash, index: 3 })).toContainEqual(expect.objectContaining({ kind: 'picture', hash, page: 3 }));
    expect(shapes('Video', { hash })).toContainEqual(expect.objectContaining({ kind: 'picture', hash, of: 'video' }));
  });

  it('that is a video has a white disc while it does not play, and none while it does', () => {
    const discs = (more: object): number =>
      shapes('Video', { hash, ...more }).filter((shape) => 'colour' in shape && shape.colour === '#fffffff0').length;
    expect([discs({}), discs({ playback_state: 'paused' }), discs({ playback_state: 'playing' })]).toEqual([1, 1, 0]);
  });

  it('that is a document says which page it has not', () => {
    const page = shapes('Pdf', { hash, index: 9 }).find((shape): shape is Picture => shape.kind === 'picture')!;
    expect(beyondShapes(page, 3)).toMatchObject([{ kind: 'words', text: 'Page 10 of 3', across: 'middle', down: 'middle' }]);
  });

  it('without its file says so, or its name', () => {
    for (const name of ['Image', 'Pdf', 'Video']) {
      expect([texts(name), texts(name, { original_filename: 'a.b', title: ' ' }), texts(name, { title: 'c' })]).toEqual([
        ['No file yet'],
        ['a.b', 'No file yet'],
        ['c', 'No file yet'],
      ]);
    }
  });

  it('that is a video says its name, what it does, and when', () => {
    const video = (more: Partial<RecordOf<typeof Video>>) => texts('Video', { hash, title: 'Tour', ...more });
    expect(video({})).toEqual(['Tour']);
    expect(video({ playback_state: 'paused', playback_position: 83.9 })).toEqual(['Tour', '1:23']);
    expect(video({ playback_state: 'paused', playback_position: 12, duration: 3727 })).toEqual(['Tour', '0:12 / 1:02:07']);
    // The stored position of a playing video is not where it is
    expect(video({ playback_state: 'playing', playback_position: 12, duration: 220 })).toEqual(['Tour', '3:40']);
    expect(video({ playback_state: 'paused', playback_position: 1e300 })).toEqual(['Tour', '99:59:59']);
    const glyphs = (more: object) => shapes('Video', { hash, ...more }).filter(({ kind }) => kind === 'line').length;
    expect([glyphs({}), glyphs({ muted: true })]).toEqual([1, 2]);
  });
});

describe('a widget that only a display can show', () => {
  it('says what it is, and how far that has come', () => {
    expect(texts('IpVideo')).toEqual(['No address yet']);
    expect(texts('IpVideo', { source: 'rtsp://a', title: 'Door' })).toEqual(['Door', 'rtsp://a\nWaiting for a display']);
    expect(texts('IpVideo', { source: 'rtsp://a', host_id: 'x' })).toEqual(['rtsp://a', 'Shown by a display']);
    expect(texts('RdpConnection', { connection_name: 'a', host_id: 'x' })).toEqual(['a', 'A display is connecting']);
    expect(texts('RdpConnection', { connection_name: 'a', host_id: 'x', content_id: 'y' })).toEqual(['a', 'Shown by a display']);
    expect(texts('VideoInput', { source: 'usb', host_id: 'x', title: 'Camera' })).toEqual(['Camera', 'usb']);
  });

  it('or that only a page can, is a card with its address and title', () => {
    expect(texts('Browser')).toEqual(['No page yet', 'No address yet']);
    expect(texts('Browser', { url: 'https://a.example/b', title: 'C' })).toEqual(['C', 'a.example/b']);
    expect(texts('Browser', { url: 'https://a.example/b', transparent_mode: true })).toEqual(['a.example']);
    const papers = (transparent_mode: boolean) =>
      shapes('Browser', { transparent_mode }).filter(({ kind }) => kind === 'area').length;
    expect(papers(false) - papers(true)).toBe(1);
  });
});

describe('a frame', () => {
  const captions = (name: string, more: object = {}): Caption[] =>
    shapes(name, more).filter((shape): shape is Caption => shape.kind === 'caption');
  const named = (name: string, more: object = {}) =>
    captions(name, more).map(({ place, mark, text }) => [place, mark?.text, text]);

  it('that is an anchor has its index and name above it', () => {
    expect(named('Anchor', { anchor_name: 'Agenda', anchor_index: 7 })).toEqual([['above', '7', 'Agenda']]);
  });

  it('that is a table has its title above it, and draws nothing of that inside', () => {
    expect([named('Table'), named('Table', { title: 'Ideas' })]).toEqual([[], [['above', undefined, 'Ideas']]]);
    expect(texts('Table', { title: 'Ideas' })).toEqual([]);
  });

  it('that is a video output has its title in the middle', () => {
    expect([named('VideoOutputAnchor'), named('VideoOutputAnchor', { title: 'Left' })]).toEqual([
      [['middle', undefined, 'Video output']],
      [['middle', undefined, 'Left']],
    ]);
  });

  it('has a fill of its own, which is painted below all widgets, so that it never veils what the frame holds', () => {
    expect(shapes('Anchor').filter(({ kind }) => kind === 'area')).toEqual([]);
    expect(['Anchor', 'Note', 'VideoOutputAnchor'].map((name) => fillOf(blank(name), context.ground).length)).toEqual([1, 0, 0]);
  });

  it('has the colours of its ground', () => {
    const on = (background: string) => {
      const ground = { colour: background, isDark: background === '#17161aff' };
      const all = [...fillOf(blank('Anchor'), ground), ...shapesOf(blank('Anchor'), { ...context, ground })];
      return all.map((shape) => ('colour' in shape ? shape.colour : ''));
    };
    expect([on('#fbfaf7ff'), on('#17161aff')]).toEqual([
      ['#ffffff99', '#d5cec1ff', '#645d51ff'],
      ['#ffffff08', '#45413aff', '#b6ae9fff'],
    ]);
  });
});

it('a connector is between the boxes of its ends, and not there without one', () => {
  expect(shapes('Connector')).toHaveLength(1);
  expect(shapesOf(blank('Connector'), { ...context, boxOf: () => undefined })).toEqual([]);
});

it('a video output has no more dashes than a painter draws at once, however wide it is', () => {
  const dashesOf = (width: number, height: number): number => {
    const { dash } = shapes('VideoOutputAnchor', { size: { width, height } })[0] as Outline;
    return (width + height) / dash!;
  };
  expect(dashesOf(1920, 1080)).toBeLessThan(150);
  for (const [width, height] of [
    [1e6, 1],
    [1, 1e6],
    [1e300, 1e-300],
  ] as const)
    expect(dashesOf(width, height)).toBeLessThan(1001);
});

describe('the grid of a background', () => {
  const background = initialValues(Background.fields);
  const lines = (canvas: Box, zoom: number, part = canvas): number => {
    const grid = backgroundShapes(background, { canvas, part, zoom }).find(({ kind }) => kind === 'line');
    return grid?.kind === 'line' ? grid.path.split('M').length - 1 : 0;
  };
  const canvas = { x: 0, y: 0, width: 9600, height: 5400 };

  it('has a line every 100 pixels, and fewer where they would run together', () => {
    expect(lines(canvas, 1)).toBe(95 + 53);
    expect(lines(canvas, 0.1)).toBe(47 + 26);
  });

  it('is drawn for the part that is seen', () => expect(lines(canvas, 1, { x: 50, y: 50, width: 200, height: 100 })).toBe(3));

  it('is bounded on a canvas of any size', () => {
    for (const side of [1e6, 1e15, 1e300]) expect(lines({ x: 0, y: 0, width: side, height: side }, 1)).toBeLessThan(2100);
  });
});
