import type { ClientConfig } from 'pg';

/** Where the tables are, unless the address says `?schema=…`. */
const SCHEMA = 'easel';

export interface PostgresAddress {
  /** For the client, with the password. */
  readonly config: ClientConfig & { readonly options: string };
  readonly schema: string;
}

/**
 * Understands `postgres://user:password@host:port/database?parameters`. What is not said there comes from the variables of
 * PostgreSQL's own programs, such as PGPASSWORD. Parameters for TLS mean what they mean to those: `sslmode=require` encrypts,
 * `verify-full` checks the certificate, too. Throws one line for a person, without the password.
 */
export function readAddress(text: string): PostgresAddress {
  const url = new URL(text);
  const schema = url.searchParams.get('schema') ?? SCHEMA;
  if (!/^(?!pg_)[a-z_][a-z\d_]{0,62}$/.test(schema))
    throw new Error('the name of its schema must be made of a to z, 0 to 9 and _');
  const options = url.searchParams.get('options') ?? '';
  for (const name of ['schema', 'options']) url.searchParams.delete(name);
  if (!url.searchParams.has('uselibpqcompat')) url.searchParams.set('uselibpqcompat', 'true');
  return { config: { connectionString: url.href, options: `${options} -c search_path=${schema}`.trim() }, schema };
}
