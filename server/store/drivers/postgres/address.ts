import { Client, type ClientConfig } from 'pg';

/** Where the tables are, unless the address says `?schema=…`. */
const SCHEMA = 'easel';

export interface PostgresAddress {
  /** For the client, with the password. */
  readonly config: ClientConfig;
  readonly schema: string;
  /** `postgres://host:5432/database`, for people: without password and parameters. */
  readonly name: string;
}

/**
 * Understands `postgres://user:password@host:port/database?parameters`. What is not said there comes from the variables of
 * PostgreSQL's own programs, such as PGHOST and PGPASSFILE. Parameters for TLS mean what they mean to those: `sslmode=require`
 * encrypts, `verify-full` checks the certificate, too. Throws one line for a person, without the password.
 */
export function readAddress(text: string): PostgresAddress {
  if (!URL.canParse(text)) throw new Error('is no address such as postgres://user:password@host:5432/database');
  const url = new URL(text);
  if (!/^postgres(ql)?:$/.test(url.protocol)) throw new Error('is no address that begins with postgres://');
  const schema = url.searchParams.get('schema') ?? SCHEMA;
  if (!/^(?!pg_)[a-z_][a-z\d_]{0,62}$/.test(schema)) throw new Error('names a schema that is not made of a to z, 0 to 9 and _');
  const options = url.searchParams.get('options') ?? '';
  for (const name of ['schema', 'options']) url.searchParams.delete(name);
  if (!url.searchParams.has('uselibpqcompat')) url.searchParams.set('uselibpqcompat', 'true');
  const config = { connectionString: url.href, options: `${options} -c search_path=${schema}`.trim() };
  const { host, port, database } = new Client(config);
  const place = host.startsWith('/') ? `${host}:${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { config, schema, name: `postgres://${place}/${database}${schema === SCHEMA ? '' : `?schema=${schema}`}` };
}
