const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (is PostgreSQL running?)',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  ECONNRESET: 'the connection was closed',
};

/** Why the database cannot be opened, in a few words for a person. Never holds the password. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  // A host with several addresses: the error holds one of each, and no text
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  return reasons[code ?? ''] ?? (first ? reasonOf(first) : message.split('\n')[0]!);
}
