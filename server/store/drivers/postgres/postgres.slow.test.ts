import { afterAll } from 'vitest';
import { describeOnPostgres, dropSchemas, postgresDatabase } from '../../../../test/kit/postgres-database.ts';
import { largeContract } from '../../../../test/store/contract.ts';

await describeOnPostgres('PostgreSQL', () => {
  afterAll(dropSchemas);
  largeContract('PostgreSQL', async () => postgresDatabase());
});
