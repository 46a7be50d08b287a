import { expect, it } from 'vitest';
import { Versions } from '../../server/store/memory/versions.ts';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { initialValues } from '../field.ts';
import { Anchor } from './anchor.ts';
import { Browser } from './browser.ts';
import { widgetKinds, widgets } from './index.ts';
import { IpVideo } from './ip-video.ts';
import { RdpConnection } from './rdp-connection.ts';
import { rootWidget, SharedCanvas } from './shared-canvas.ts';
import { VideoInput } from './video-input.ts';

it('numbers anchors from the highest index of the canvas, 0 at first', () => {
  const canvas = new MemoryCanvas();
  const first = canvas.create(Anchor);
  expect([first.anchor_index, canvas.create(Anchor).anchor_index]).toEqual([0, 1]);
  canvas.create(Anchor, { anchor_index: 7, parent_id: first.id });
  expect(canvas.create(Anchor).anchor_index).toBe(8);
  expect(canvas.create(Anchor, { anchor_index: 7, title: 'ignored' })).not.toHaveProperty('title');
  expect(canvas.patch(Anchor, first, { anchor_name: 'x' }).anchor_index).toBe(0);
  expect(canvas.refusal(() => canvas.create(Anchor, { anchor_index: -1 }))).toBe('400 anchor_index must be at least 0');
  expect(canvas.refusal(() => canvas.create(Anchor, { anchor_index: 1.5 }))).toBe('400 anchor_index must be an integer');
});

it('refuses an index so large that numbering could not go on', () => {
  const canvas = new MemoryCanvas();
  const largest = canvas.create(Anchor, { anchor_index: 1_000_000_000 });
  const next = canvas.create(Anchor);
  const last = canvas.create(Anchor);
  expect([next.anchor_index, last.anchor_index]).toEqual([1_000_000_001, 1_000_000_002]);
  expect(canvas.patch(Anchor, last, { ...last, anchor_name: 'as it was read' }).anchor_index).toBe(1_000_000_002);
  for (const anchor_index of [1_000_000_001, Number.MAX_SAFE_INTEGER]) {
    const text = '400 anchor_index must be at most 1000000000';
    expect(canvas.refusal(() => canvas.create(Anchor, { anchor_index }))).toBe(text);
    expect(canvas.refusal(() => canvas.patch(Anchor, largest, { anchor_index }))).toBe(text);
  }
});

it('numbers on from the largest index of an older canvas, however large', () => {
  const canvas = new MemoryCanvas();
  const old = { ...initialValues(Anchor.fields), id: canvas.writer.newId(), anchor_index: Number.MAX_SAFE_INTEGER };
  canvas.writer.insert(Anchor, old);
  expect(canvas.create(Anchor).anchor_index).toBe(Number.MAX_SAFE_INTEGER);
});

it('needs the source of a video input and reads host_id in both spellings', () => {
  const canvas = new MemoryCanvas();
  expect(canvas.refusal(() => canvas.create(VideoInput))).toBe('400 source parameter is missing');
  expect(canvas.refusal(() => canvas.create(VideoInput, { source: '' }))).toBe('400 source must not be empty');
  const body = { source: 's', 'host-id': 'old', host_id: 'new' };
  expect(canvas.create(VideoInput, body).host_id).toBe('new');
  expect(canvas.create(VideoInput, { ...body, host_id: null }).host_id).toBe('old');
});

it('shows host_id of a video input under both names', () => {
  const input = new MemoryCanvas().create(VideoInput, { source: 's', host_id: 'h' });
  expect(new Versions().of(VideoInput, 1, input).shown).toContain('"host_id":"h","host-id":"h","title":""');
});

it('reads connection-name and ignores what display clients set', () => {
  const canvas = new MemoryCanvas();
  const rdp = canvas.create(RdpConnection, { 'connection-name': '10.0.0.1', host_id: 'x', content_id: 'y' });
  expect(rdp).toMatchObject({ connection_name: '10.0.0.1', host_id: '', content_id: '', size: { width: 1280, height: 720 } });
  expect(canvas.create(IpVideo, { source: 'rtsp://x', host_id: 'x' })).toMatchObject({ source: 'rtsp://x', host_id: '' });
});

it('merges the scroll offset of a browser', () => {
  const canvas = new MemoryCanvas();
  const browser = canvas.create(Browser, { main_frame_scroll_offset: { y: 40 } });
  expect(browser.main_frame_scroll_offset).toEqual({ x: 0, y: 40 });
  expect(canvas.patch(Browser, browser, { main_frame_scroll_offset: { x: 2 } }).main_frame_scroll_offset).toEqual({
    x: 2,
    y: 40,
  });
});

it('makes a root as the interface shows it', () => {
  expect(JSON.stringify(rootWidget('3f0c7a52-6f0e-4c6b-9d58-0a4e2b7d1c11'))).toBe(
    '{"id":"3f0c7a52-6f0e-4c6b-9d58-0a4e2b7d1c11","widget_type":"SharedCanvas","state":"normal","parent_id":"","location":{"x":0,"y":0},"size":{"width":9600,"height":5400},"depth":0,"scale":1,"pinned":false}',
  );
});

it.each(widgetKinds.map((definition) => [definition.name, definition] as const))(
  '%s begins as every widget',
  (_name, { fields, widget }) => {
    const common = ['id', 'widget_type', 'state'];
    const place = ['parent_id', 'location', 'size', 'depth', 'scale', 'pinned'];
    const first = widget.placed ? [...common, ...place] : common;
    expect(Object.keys(fields).slice(0, first.length)).toEqual(first);
  },
);

it('offers what the interface says of each type', () => {
  const named = (fact: 'linkShared' | 'clonable' | 'annotatable' | 'reparent') =>
    widgets.filter(({ widget }) => widget.path !== '' && widget[fact]).map(({ name }) => name);
  expect(named('linkShared')).toEqual(['Note', 'Image', 'Video', 'Pdf', 'Browser']);
  expect(named('clonable')).toEqual(['Note', 'Image', 'Video', 'Pdf', 'Browser', 'Anchor', 'Table']);
  expect(named('reparent')).toEqual(['Note', 'Image', 'Video', 'Pdf', 'Browser', 'Anchor', 'VideoInput']);
  const placed = ['Note', 'Image', 'Video', 'Pdf', 'Browser', 'Anchor', 'VideoInput', 'Table', 'RdpConnection', 'IpVideo'];
  expect(named('annotatable')).toEqual(placed);
  expect(SharedCanvas.widget.annotatable).toBe(true);
});

it('has one definition for every name and every path', () => {
  const paths = widgetKinds.map(({ widget }) => widget.path).filter((path) => path !== '');
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(widgetKinds.map(({ name }) => name)).size).toBe(widgetKinds.length);
});
