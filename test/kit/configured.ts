import type { ConfigValues } from '../../model/resources/config-settings.ts';
import { ServerConfig } from '../../model/resources/server-config.ts';
import type { Easel } from './easel.ts';

/** Changes values of server-config, by path. */
export const configure = ({ server: { store } }: Easel, values: ConfigValues): Promise<void> =>
  store.submit<void>({
    scopes: ['directory'],
    author: { id: null, name: '', ip: '' },
    permit: () => {},
    run({ directory }) {
      const stored = directory.get(ServerConfig, 'server-config');
      const next = { id: 'server-config', values: { ...stored?.values, ...values } };
      if (stored) directory.update(ServerConfig, next);
      else directory.insert(ServerConfig, next);
    },
  });
