import { jsonText } from '../../../model/json.ts';
import { refuse } from '../../../model/refusal.ts';
import { Licence } from '../../../model/resources/licence.ts';
import { Text } from '../../../model/types.ts';
import { computed } from '../../changes/computed.ts';
import type { Behaviour, Write } from '../../collections/behaviour.ts';
import { type Installation, installLicence } from '../install.ts';
import type { ServerLicence } from '../licence.ts';

interface Deps {
  readonly serverLicence: ServerLicence;
}

/** Reading and installing the licence of the server (interface/auth 9). */
export const licenceBehaviour = ({ serverLicence }: Deps): Behaviour => ({
  get: () =>
    computed({
      key: 'directory/license',
      form: 'item',
      kinds: [Licence],
      present: () => [{ key: Licence.key(''), shown: jsonText(serverLicence.present()) }],
    }),
  create: install(serverLicence),
});

const install = (licence: ServerLicence): Write<Installation, void> => ({
  async handle({ body }, submit) {
    const sent = body.license ?? undefined;
    if (sent === undefined) throw refuse.missing('license');
    const text = Text().read(sent, 'license', undefined);
    await submit({ text, terms: licence.accept(text) });
    return jsonText(licence.present());
  },
  run: (tx, _, input) => installLicence(tx, input),
});
