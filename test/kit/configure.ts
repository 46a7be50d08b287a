import type { ConfigValues } from '../../model/resources/config/config-settings.ts';
import { ServerConfig } from '../../model/resources/config/server-config.ts';
import type { Easel } from './easel.ts';

/** Sets values of server-config, and leaves the others as they are. */
export const configure = (easel: Easel, values: ConfigValues): Promise<void> =>
  easel.server.store.submit({
    scopes: ['directory'],
    author: { id: 1000, name: 'admin', ip: '' },
    permit: () => {},
    run({ directory }) {
      const known = directory.get(ServerConfig, 'server-config');
      const record = { id: 'server-config', values: { ...known?.values, ...values } };
      if (known) directory.update(ServerConfig, record);
      else directory.insert(ServerConfig, record);
    },
  });
