import { Refusal, refuse } from '../../../../model/refusal.ts';
import { configLine } from '../../../../model/resources/config/server-config.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { said, saidSchema } from '../../../http/answers/said.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
  /** Throws the refusal when TLS is off, and an error with one sentence when the files cannot be used. */
  readonly reloadCertificates: () => void;
}

const msg = 'TLS certificates reloaded';

/** POST /server-config/reload-certs (interface/auth 8.2). */
export const reloadCertsRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/server-config/reload-certs',
    operation: 'reloadCertificates',
    tag: tags.server,
    summary: 'Reads the certificate files again',
    about:
      'For connections from now on; open ones go on with the old certificate. When the files cannot be used (500), the old certificate stays in use. Of several nodes, the one that answers reads its files.',
    file: 'server/server-config/routes/server-config/reload-certs.ts',
    access: deps.rules.administrator,
    ignoresBody: true,
    answer: saidSchema(msg),
    refusals: [400, 500],
    handle: (call) => reload(deps, call),
  },
];

async function reload({ store, reloadCertificates }: Deps, call: Call): Promise<string> {
  try {
    reloadCertificates();
  } catch (cause) {
    throw cause instanceof Refusal ? cause : refuse.failed((cause as Error).message);
  }
  await submit(store, call, { run: (tx) => tx.audit(configLine('Certificates reloaded')) });
  return said(msg);
}
