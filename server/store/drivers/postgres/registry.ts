import {
  MESSAGE_KEPT_MS,
  refuseUnfitMessage,
  tooManyMessages,
  WAITING_BYTES,
  WAITING_MESSAGES,
} from '../../nodes/message-limits.ts';
import type { NodeMessage, Registry } from '../../nodes/registry.ts';

/**
 * Tables of the registry. `mails` has the messages between nodes, and is not logged: after a crash of the database they are gone, and whoever waits for an answer asks
 * again. Nodes and leases stay, so that after a crash nobody takes the clients of a node that is there.
 */
export const registryTables = `
  CREATE TABLE nodes (id text PRIMARY KEY, until timestamptz NOT NULL);
  CREATE TABLE leases (name text PRIMARY KEY, node text NOT NULL, until timestamptz NOT NULL);
  CREATE UNLOGGED TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sender text NOT NULL, receiver text NOT NULL, text text NOT NULL,
    at timestamptz NOT NULL DEFAULT statement_timestamp());
  ALTER TABLE mails ALTER COLUMN text SET STORAGE EXTERNAL;
  CREATE INDEX mails_of_receiver ON mails (receiver, id);
  CREATE INDEX mails_by_time ON mails (at);`;

const NOW = 'statement_timestamp()';
const later = (ms: string): string => `${NOW} + ${ms} * interval '1 millisecond'`;
const KEPT = `at > ${NOW} - interval '${MESSAGE_KEPT_MS} milliseconds'`;

/**
 * Each is one statement, and so one round trip and one transaction. Rows that another statement holds are passed over where
 * that is right: so none waits for another, or two for each other.
 */
const SQL = {
  /** node, milliseconds */
  beat: `WITH own AS (
           INSERT INTO nodes (id, until) VALUES ($1, ${later('$2::float8')}) ON CONFLICT (id) DO UPDATE SET until = excluded.until),
         ended AS (
           DELETE FROM nodes WHERE id IN (
             SELECT id FROM nodes WHERE until <= ${NOW} AND id <> $1 FOR UPDATE SKIP LOCKED)),
         old AS (
           DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE NOT ${KEPT} LIMIT 10000 FOR UPDATE SKIP LOCKED))
         SELECT $1 AS id UNION SELECT id FROM nodes WHERE until > ${NOW} ORDER BY id`,
  /** node */
  leave: `WITH leased AS (DELETE FROM leases WHERE node = $1),
          waiting AS (DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE receiver = $1 FOR UPDATE SKIP LOCKED))
          DELETE FROM nodes WHERE id = $1`,
  /** name, node, milliseconds */
  lease: `INSERT INTO leases AS held (name, node, until) VALUES ($1, $2, ${later('$3::float8')})
          ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
          WHERE held.node = excluded.node OR held.until <= ${NOW} RETURNING true`,
  /** senders, receivers, texts. Inserts all of them, or none when that would be too much for one of the receivers. */
  post: `WITH sent AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS sent (sender, receiver, text, no)),
         filled AS (
           SELECT FROM (SELECT receiver, count(*) AS mails, sum(octet_length(text)) AS bytes FROM sent GROUP BY receiver) AS more,
           LATERAL (SELECT count(*) AS mails, coalesce(sum(octet_length(text)), 0) AS bytes FROM mails
                    WHERE mails.receiver = more.receiver AND ${KEPT}) AS waiting
           WHERE more.mails + waiting.mails > ${WAITING_MESSAGES} OR more.bytes + waiting.bytes > ${WAITING_BYTES}),
         inserted AS (
           INSERT INTO mails (sender, receiver, text)
           SELECT sender, receiver, text FROM sent WHERE NOT EXISTS (SELECT FROM filled) ORDER BY no)
         SELECT EXISTS (SELECT FROM filled)`,
  /** node */
  fetch: `WITH taken AS (
            DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE receiver = $1 FOR UPDATE SKIP LOCKED)
            RETURNING id, sender, text, at)
          SELECT sender, text FROM taken WHERE ${KEPT} ORDER BY id`,
} as const;

/** Runs a statement of its own transaction, and resolves with its rows as arrays. Never runs one twice. */
type Ask = (query: {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}) => Promise<readonly unknown[][]>;

/** The registry of all nodes whose database this is. Two posts of one node keep their order if the second waits for the first. */
export function postgresRegistry(query: Ask): Registry {
  const ask = (name: keyof typeof SQL, ...values: readonly unknown[]): Promise<readonly unknown[][]> =>
    query({ name: `registry ${name}`, text: SQL[name], values });
  return {
    beat: async (node, ms) => (await ask('beat', node, ms)).map(([id]) => id as string),
    leave: async (node) => void (await ask('leave', node)),
    lease: async (name, node, ms) => (await ask('lease', name, node, ms)).length === 1,
    async post(messages) {
      if (messages.length === 0) return;
      for (const message of messages) refuseUnfitMessage(message);
      const [row] = await ask(
        'post',
        messages.map(({ from }) => from),
        messages.map(({ to }) => to),
        messages.map(({ text }) => text),
      );
      if (row![0] === true) throw tooManyMessages();
    },
    fetch: async (node) =>
      (await ask('fetch', node)).map(([from, text]): NodeMessage => ({ from: from as string, to: node, text: text as string })),
  };
}
