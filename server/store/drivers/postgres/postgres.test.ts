import { afterAll } from 'vitest';
import { describeOnPostgres, dropSchemas, postgresDatabase } from '../../../../test/kit/postgres-database.ts';
import { storeContract } from '../../../../test/store/contract.ts';

await describeOnPostgres('PostgreSQL', () => {
  afterAll(dropSchemas);
  storeContract('PostgreSQL', async () => postgresDatabase());
});
