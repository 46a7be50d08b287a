import { readFileSync } from 'node:fs';
import type { Json } from '../door.ts';
import { type CliCommand, CommandError, EXIT } from '../terminal.ts';
import { type Asking, asking, readTime } from './asking.ts';

/** Commands that take a file, or write one to standard output. */
export const fileCommands: Readonly<Record<string, CliCommand>> = {
  'audit export': asking({
    says: 'print the audit log, as CSV or one JSON object on each line; --since, --until: a time, or an age such as 90d',
    options: ['--format <csv or ndjson>', '--since <time>', '--until <time>'],
    work: exportAudit,
  }),
  'licence install': asking({
    says: 'install the licence in this file',
    words: '<file>',
    async work({ door, given, print }) {
      const licence = await door.ask('POST', '/license', { license: readText(given.words[0]!).trim() });
      print(licence, 'The licence is installed.');
    },
  }),
  'licence request': asking({
    says: 'print the request of this server for a licence; --key: what the issuer wants to know, such as the number of an order',
    options: ['--key <text>'],
    async work({ door, given, print }) {
      const query = new URLSearchParams({ key: given.values.key ?? '' });
      const answer = await door.ask('GET', `/license/request?${query}`);
      print(answer, answer.request);
    },
  }),
};

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`);
  }
}

const PAGE = 1000;

async function exportAudit({ door, terminal, given }: Asking): Promise<void> {
  const { format = 'csv', since, until } = given.values;
  if (format !== 'csv' && format !== 'ndjson') throw new CommandError('--format needs csv or ndjson', EXIT.wrong);
  const filter = new URLSearchParams();
  if (since !== undefined) filter.set('created_after', readTime(since, '--since'));
  if (until !== undefined) filter.set('created_before', readTime(until, '--until'));
  if (format === 'csv') {
    const { status, text } = await door.read('GET', `/api/v1/audit-log/export-csv?${filter}`);
    if (status !== 200) throw new Error(JSON.parse(text).msg);
    return terminal.out(text.trimEnd());
  }
  filter.set('per_page', String(PAGE));
  for (let page = 1; ; page++) {
    filter.set('page', String(page));
    const entries: readonly Json[] = await door.ask('GET', `/audit-log?${filter}`);
    for (const entry of entries) terminal.out(JSON.stringify(entry));
    if (entries.length < PAGE) return;
  }
}
