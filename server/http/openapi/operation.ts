import type { Route } from '../routing/route.ts';
import { answersOf } from './answers.ts';
import { requestBodyOf } from './bodies.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';
import { refusalsOf } from './refusals.ts';

export const operationOf = (route: Route, components: Components): Json => ({
  operationId: route.operation,
  tags: [route.tag.name],
  summary: route.summary,
  description: descriptionOf(route),
  security: securityOf(route),
  ...(route.access.scope !== 'nothing' && { 'x-scope': route.access.scope }),
  parameters: parametersOf(route, components),
  ...requestBodyOf(route, components),
  responses: { ...answersOf(route, components), ...refusalsOf(route, components) },
});

function descriptionOf(route: Route): string {
  const paragraphs = [
    ...(route.about ? [route.about] : []),
    ...('watch' in route ? ['**Live:** with `subscribe` the answer stays open; each line is a message, see Streams.'] : []),
    `**Who may:** ${route.access.says}.${scopeOf(route)}`,
  ];
  return paragraphs.join('\n\n');
}

const scopeOf = ({ access: { scope } }: Route): string =>
  scope === 'nothing' ? '' : ` A narrowed token needs the scope ${scope.replace(/\b(read|write|control|admin)\b/g, '`$1`')}.`;

const header = [{ 'Private-Token': [] }, { Bearer: [] }];

function securityOf({ access, cookie }: Route): Json[] {
  if (access.credential === 'ignored') return [];
  const known = cookie === false ? header : [...header, { Session: [] }];
  return access.credential === 'required' ? known : [...known, {}];
}

export const securitySchemes: Json = {
  'Private-Token': {
    type: 'apiKey',
    in: 'header',
    name: 'Private-Token',
    description: 'Temporary token of a sign-in, or a permanent access token',
  },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same token, for programs that know only this header' },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'CanvusSession',
    description: 'Of a web page of this server; used when no header is sent',
  },
};
