import { sqliteDatabase } from '../../../../test/kit/sqlite-database.ts';
import { largeContract } from '../../../../test/store/contract.ts';

largeContract('SQLite', async () => sqliteDatabase());
