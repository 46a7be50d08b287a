import { clientMessages, serverMessages } from '../../../model/displays/index.ts';
import type { MessageKind } from '../../../model/displays/message.ts';
import { PROTOCOL } from '../../../model/displays/session.ts';
import type { Json } from '../openapi/json.ts';
import { NamedSchemas } from '../openapi/named-schemas.ts';
import { securitySchemes } from '../openapi/operation.ts';
import { base } from '../routing/families.ts';
import { introduction } from './introduction.ts';
import { componentOf, type Direction, messageOf, namesOf } from './messages.ts';
import { operationsOf } from './operations.ts';

/** The text of docs/asyncapi.json and of `GET /api/asyncapi.json`. */
export const asyncApiText = (): string => `${JSON.stringify(asyncApiDocument(), null, 2)}\n`;

/** The AsyncAPI 3.0 document of the protocol of display clients, from the declarations of its messages. It describes the server. */
export function asyncApiDocument(): Json {
  const schemas = new NamedSchemas();
  const all: (readonly [MessageKind, Direction])[] = [
    ...clientMessages.map((kind) => [kind, 'client'] as const),
    ...serverMessages.map((kind) => [kind, 'server'] as const),
  ];
  const names = namesOf(all);
  const messages = Object.fromEntries(all.map(([kind, from]) => [names(kind, from), messageOf(kind, from, schemas)]));
  const keys = Object.keys(messages);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Easel display clients', version: String(PROTOCOL), description: introduction },
    defaultContentType: 'application/json',
    servers: { easel: server },
    channels: { display: { ...channel, messages: refer(keys, componentOf) } },
    operations: operationsOf(all, names),
    components: { securitySchemes: security, messages, schemas: Object.fromEntries(schemas.all()) },
  };
}

const refer = (names: readonly string[], place: (name: string) => string): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: place(name) }]));

const server = {
  host: '{host}',
  pathname: base,
  protocol: 'wss',
  description: 'Any Easel server; `ws` where it has no TLS.',
  variables: { host: { default: 'localhost:8080', description: 'Name of the machine, with its port' } },
  security: ['Private-Token', 'Bearer', 'Session'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
};

const channel = {
  address: '/clients/connect',
  title: 'A display client',
  description: 'One WebSocket for one client. Each text frame is one message.',
  servers: [{ $ref: '#/servers/easel' }],
  bindings: {
    ws: {
      method: 'GET',
      headers: {
        type: 'object',
        properties: {
          'Private-Token': { type: 'string', description: 'Or `Authorization: Bearer`, or `token` in the `hello`' },
          'Sec-WebSocket-Protocol': { type: 'string', enum: ['easel-display.1'], description: 'Echoed; it need not be sent' },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
};

/** The security schemes of the API document, under the names that AsyncAPI has for them. */
const security = Object.fromEntries(
  Object.entries(securitySchemes).map(([name, scheme]) => {
    const { type, ...rest } = scheme as Json;
    return [name, { type: type === 'apiKey' ? 'httpApiKey' : type, ...rest }];
  }),
);
