import pg, { types } from 'pg';
import { NO_HASH } from '../../../server/store/audit/chain.ts';
import { ChainCheck, type ChainedRecord } from '../../../server/store/audit/verify.ts';
import type { Postgres } from './postgres.ts';

/** What is wrong with the chain of the audit log in a database; undefined: nothing. Nothing may have been removed from it. */
export async function chainFault({ url }: Postgres): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  try {
    const { rows } = await client.query<ChainedRecord>('SELECT * FROM easel.audit ORDER BY id');
    const chain = new ChainCheck({ id: 0, hash: NO_HASH });
    return rows.map((entry) => chain.add(entry)).find((fault) => fault !== undefined);
  } finally {
    await client.end();
  }
}

/** Ids are numbers here. */
const getTypeParser: typeof types.getTypeParser = (oid: number) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid);
