/** The table that is there while `easel migrate` fills a database: no server may start on it. */
export const movingTable = {
  isThere: `SELECT to_regclass(current_schema() || '.moving') IS NOT NULL AS there`,
  server: 'SELECT server FROM moving',
  /** @param server its id, a UUID */
  make: (server: string): string => `CREATE TABLE moving AS SELECT '${server.replaceAll("'", "''")}'::text AS server`,
  drop: 'DROP TABLE moving',
} as const;

/** Throws when the database is filled at the moment, or was not filled to the end. */
export async function refuseHalfMoved(client: { query(text: string): Promise<{ rows: { there?: boolean }[] }> }): Promise<void> {
  const { rows } = await client.query(movingTable.isThere);
  if (rows[0]!.there) throw new Error('easel migrate has not filled it to the end: run the same command again');
}
