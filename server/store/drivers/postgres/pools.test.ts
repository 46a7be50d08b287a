import { afterAll, expect, test } from 'vitest';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../../../../test/kit/postgres-database.ts';
import { readAddress } from './address.ts';
import { type Lane, Pools } from './pools.ts';

await describeOnPostgres('connections to PostgreSQL', () => {
  const pools = new Pools(readAddress(schemaUrl(newSchema().schema)), { pause: async () => undefined, said: () => undefined });
  afterAll(async () => {
    await pools.close();
    await dropSchemas();
  });

  /** In milliseconds, as the server of the database has it. */
  async function settingOf(lane: Lane, name: string): Promise<number> {
    const text = "SELECT setting::integer FROM pg_settings WHERE name = $1 AND unit = 'ms'";
    return (await pools.query(lane, { text, values: [name] }))[0]![0];
  }

  test.each<Lane>(['barrier', 'commits', 'locked', 'long', 'nodes'])(
    'on which a commit may hold locks end, and their locks with them, within three seconds of silence: %s',
    async (lane) => {
      // Whoever waits for a lock waits longer than a silent node can hold it
      const patience = await settingOf(lane, 'lock_timeout');
      for (const name of ['idle_in_transaction_session_timeout', 'tcp_user_timeout']) {
        const silence = await settingOf(lane, name);
        expect([name, silence > 0 && silence <= 3000 && silence < patience]).toEqual([name, true]);
      }
    },
  );

  test('that only read wait for slow turns of their node', async () => {
    expect(await settingOf('reads', 'idle_in_transaction_session_timeout')).toBe(30_000);
    expect(await settingOf('reads', 'tcp_user_timeout')).toBe(5000);
  });
});
