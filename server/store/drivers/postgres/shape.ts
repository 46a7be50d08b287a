import { Client } from 'pg';
import { databaseName } from '../../../settings/database-url.ts';
import { readAddress } from './address.ts';
import { migrated, NEWEST } from './migrations.ts';
import { reasonOf } from './reasons.ts';

/** Are the tables there, and those of this version or a newer one? Throws one line when the database cannot be used. */
export async function isUpToDate(url: string): Promise<boolean> {
  const { config, schema } = readAddress(url);
  const client = new Client({ ...config, fallback_application_name: 'easel' });
  // A lost connection also rejects what is under way
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await migrated(client, schema)) >= NEWEST;
  } catch (cause) {
    throw new Error(`the database ${databaseName(url)} cannot be used: ${reasonOf(cause)}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
