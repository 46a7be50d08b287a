import { sqliteDatabase } from '../../../../test/kit/sqlite-database.ts';
import { storeContract } from '../../../../test/store/contract.ts';

storeContract('SQLite', async () => sqliteDatabase());
