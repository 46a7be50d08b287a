import { describe, expect, test } from 'vitest';
import { isPostgresThere, postgresSchema } from '../../../../test/kit/postgres-schema.ts';
import { registryContract } from '../../../../test/kit/registry-contract.ts';
import { postgresRegistry, registryTables } from './registry.ts';

describe.skipIf(!(await isPostgresThere()))('with PostgreSQL', () => {
  registryContract('on PostgreSQL', async () => {
    const { pool, asker, close } = await postgresSchema();
    const one = pool();
    await one.query(registryTables);
    const pass = async (ms: number): Promise<void> => {
      const back = (column: string): string => `SET ${column} = ${column} - interval '${ms} milliseconds'`;
      await one.query(`UPDATE nodes ${back('until')}; UPDATE leases ${back('until')}; UPDATE mails ${back('at')}`);
    };
    return { a: postgresRegistry(asker()), b: postgresRegistry(asker()), pass, close };
  });

  test('a beat removes nodes that ended and messages that nobody fetched, also while another node is at it', async () => {
    const { pool, asker, close } = await postgresSchema();
    const one = pool();
    await one.query(registryTables);
    const registries = [postgresRegistry(asker()), postgresRegistry(asker())];
    await registries[0]!.beat('ended', 1);
    await registries[0]!.post([{ from: 'a', to: 'ended', text: 'x' }]);
    await one.query("UPDATE mails SET at = at - interval '2 minutes'; UPDATE nodes SET until = until - interval '1 minute'");
    await Promise.all(Array.from({ length: 20 }, (_, at) => registries[at % 2]!.beat(`${at}`, 60_000)));
    const { rows } = await one.query(
      "SELECT (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM nodes WHERE id = 'ended') AS ended, (SELECT count(*) FROM nodes) AS nodes",
    );
    expect(rows).toEqual([{ mails: '0', ended: '0', nodes: '20' }]);
    await close();
  });
});
