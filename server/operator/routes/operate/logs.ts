import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { eitherOf, refuse } from '../../../../model/refusal.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import { readInteger } from '../../../http/routing/query.ts';
import type { Route } from '../../../http/routing/route.ts';
import { type LogLevelName, type LogTail, logLevels } from '../../log-tail.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly logTail: LogTail;
}

const LAST = 200;

/** GET /operate/logs: the newest lines of the log; who asks again within five seconds misses none of a level that is not written. */
export const logsRoutes = ({ rules, logTail }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'operator',
    path: '/operate/logs',
    operation: 'readLog',
    tag: tags.server,
    summary: 'The newest lines of the log',
    file: 'server/operator/routes/operate/logs.ts',
    access: rules.operator,
    withoutRecords: true,
    answer: Schema.Object({ newest: Schema.Integer(), lines: Schema.Array(Schema.String()) }),
    handle: ({ query }) => {
      const having = ['request', 'user', 'canvas'].flatMap((name) => query[name] ?? []);
      const filter = {
        after: readInteger(query, 'after') ?? 0,
        last: readInteger(query, 'last') ?? LAST,
        level: readLevel(query.level ?? 'info'),
        having,
      };
      const { lines, newest } = logTail.read(filter);
      return jsonText({ newest, lines: lines.map(({ text }) => text) });
    },
  },
];

export function readLevel(sent: unknown): LogLevelName {
  const level = logLevels.find((one) => one === sent);
  if (level === undefined) throw refuse.invalid(`level must be ${eitherOf(logLevels)}`);
  return level;
}
