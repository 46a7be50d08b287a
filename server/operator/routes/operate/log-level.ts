import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import type { LogTail } from '../../log-tail.ts';
import { readLevel } from './logs.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly store: Pick<Store, 'submit'>;
  readonly logTail: LogTail;
}

/** Longest time in seconds: a day. */
const LONGEST = 86_400;

const body = Schema.Object({ level: Schema.String(), seconds: Schema.Optional(Schema.Integer()) });

/** POST /operate/log-level: what is written to stdout from now on, at most until the server ends. */
export const logLevelRoutes = ({ rules, store, logTail }: Deps): Route[] => [
  {
    method: 'POST',
    family: 'operator',
    path: '/operate/log-level',
    operation: 'setLogLevel',
    tag: tags.server,
    summary: 'Changes the level of the log of this node, for some time or until it ends',
    file: 'server/operator/routes/operate/log-level.ts',
    access: rules.operator,
    body,
    answer: body,
    handle: async (call) => {
      const level = readLevel(call.body.level);
      const seconds = readSeconds(call.body.seconds);
      const details = { level, ...(seconds !== undefined && { seconds }) };
      const entry = { action: 'Log level changed', target_type: 'server', target_id: null, target_name: '', details };
      await submit(store, call, { run: (tx) => tx.audit(entry) });
      logTail.setLevel(level, seconds === undefined ? undefined : seconds * 1000);
      return jsonText(details);
    },
  },
];

function readSeconds(sent: unknown): number | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (Number.isInteger(sent) && (sent as number) >= 1 && (sent as number) <= LONGEST) return sent as number;
  throw refuse.invalid(`seconds must be a whole number, 1 to ${LONGEST}`);
}
