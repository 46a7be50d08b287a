import type { Editing } from '../editing.ts';
import { editable, readonly } from '../field.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { liveCard } from '../looks/parts.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const IpVideo = defineWidget(() => ({
  name: 'IpVideo',
  called: 'IP video',
  about: 'A network video that a display client decodes; the server never contacts the address.',
  path: 'ip-videos',
  annotatable: true,
  hosting: { capability: 'ip-video', address: 'source' },
  size: { width: 1280, height: 720 },
  // Answers of version 1 did not repeat the value under the other spelling
  version: 2,
  migrate: (old) => old,
  fields: {
    source: editable(Text(), '', {
      about: 'Stream address, `scheme://host:port/path`; not validated',
      example: 'rtsp://camera.corp.example:554/main',
    }),
    title: editable(Text(), '', { example: 'Entrance' }),
    host_id: readonly(Text(), '', {
      mirrors: ['host-id'],
      copied: 'never',
      fleeting: true,
      about: 'Set by the client that decodes',
    }),
  },
}));

export type IpVideo = RecordOf<typeof IpVideo>;

export const look: Look<typeof IpVideo> = ({ size, title, source, host_id }, { phrases }) => {
  const status = host_id !== '' ? phrases.connected : source === '' ? phrases.noAddress : phrases.waiting;
  return liveCard(size, { glyph: 'stream', colour: palette.stream, title, detail: source, status });
};

export const editing: Editing<typeof IpVideo> = {
  resize: 'free',
  fixedParent: true,
  fields: [
    ['source', 'line'],
    ['title', 'line'],
  ],
  opens: 'properties',
};

export const traits: Traits<typeof IpVideo> = { icon: 'stream', live: 'stream' };
