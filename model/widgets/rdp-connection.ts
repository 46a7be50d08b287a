import type { Editing } from '../editing.ts';
import { editable, readonly } from '../field.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { liveCard } from '../looks/parts.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const RdpConnection = defineWidget(() => ({
  name: 'RdpConnection',
  called: 'RDP connection',
  about: 'A remote desktop that a display client opens; the server opens no session and stores no credentials.',
  path: 'rdp-connections',
  annotatable: true,
  hosting: { capability: 'rdp', address: 'connection_name' },
  size: { width: 1280, height: 720 },
  // Answers of version 1 did not repeat the values under the other spellings
  version: 2,
  migrate: (old) => old,
  fields: {
    connection_name: editable(Text(), '', {
      aliases: ['connection-name'],
      mirrors: ['connection-name'],
      about: 'Host name or IP address',
      example: 'desk-12.corp.example',
    }),
    title: editable(Text(), ''),
    host_id: readonly(Text(), '', {
      mirrors: ['host-id'],
      copied: 'never',
      fleeting: true,
      about: 'Set when a display client picks the connection up',
    }),
    content_id: readonly(Text(), '', {
      mirrors: ['content-id'],
      copied: 'never',
      fleeting: true,
      about: 'Set when a display client establishes the session',
    }),
  },
}));

export type RdpConnection = RecordOf<typeof RdpConnection>;

export const look: Look<typeof RdpConnection> = ({ size, title, connection_name, host_id, content_id }, { phrases }) => {
  const hosted = content_id === '' ? phrases.connecting : phrases.connected;
  const alone = connection_name === '' ? phrases.noAddress : phrases.waiting;
  const status = host_id === '' ? alone : hosted;
  return liveCard(size, { glyph: 'desktop', colour: palette.desktop, title, detail: connection_name, status });
};

export const editing: Editing<typeof RdpConnection> = {
  resize: 'free',
  fixedParent: true,
  fields: [
    ['connection_name', 'line'],
    ['title', 'line'],
  ],
  opens: 'properties',
};

export const traits: Traits<typeof RdpConnection> = { icon: 'desktop' };
