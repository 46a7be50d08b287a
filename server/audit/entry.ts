import { exampleIds } from '../../model/example-ids.ts';
import { jsonText } from '../../model/json.ts';
import { Schema } from '../../model/json-schema.ts';
import type { AuditRecord } from '../store/store.ts';

/** An entry, as it is shown (interface/auth 10.1). */
const entrySchema = Schema.Object(
  {
    id: Schema.Integer({ examples: [412] }),
    created_at: Schema.String({ format: 'date-time', examples: ['2026-02-10T07:01:44.905Z'] }),
    author_id: Schema.Union([Schema.Integer(), Schema.Null()], { description: 'Who did it; null: nobody was signed in' }),
    author_name: Schema.String({ description: 'Their name at that time', examples: ['Ada'] }),
    action: Schema.String({ examples: ['User blocked'] }),
    target_type: Schema.String({ description: 'In lower case', examples: ['user'] }),
    target_id: Schema.Union([Schema.String(), Schema.Null()], { description: 'What it was done to; null: not known' }),
    target_name: Schema.String({ description: 'Its name at that time', examples: ['Grace'] }),
    ip_address: Schema.String({ description: 'Address of the client', examples: ['203.0.113.9'] }),
    details: Schema.String({ description: 'JSON text of an object, or empty', examples: ['{"changed":["name"]}'] }),
  },
  { title: 'AuditEntry' },
);

/** The list with an example. */
export const listSchema = Schema.Array(entrySchema, {
  examples: [
    [
      {
        id: 412,
        created_at: '2026-02-10T07:01:44.905Z',
        author_id: null,
        author_name: '',
        action: 'Login failed',
        target_type: 'user',
        target_id: String(exampleIds.user),
        target_name: 'Ada',
        ip_address: '203.0.113.9',
        details: '{"email":"ada@corp.example"}',
      },
    ],
  ],
});

const time = { description: 'An excluded bound: a date or time of ISO 8601', type: 'string' } as const;
const text = (description: string) => Schema.String({ description });

/** Filters of the list and of the file. */
export const filterParameters = {
  created_after: { ...time, examples: ['2026-02-01'] },
  created_before: { ...time, examples: ['2026-03-01T00:00:00+01:00'] },
  target_type: text('Case, `_` and `-` do not matter'),
  target_id: text('Exactly this text'),
  author_id: Schema.Integer({ minimum: 0, description: 'Who did it' }),
  action: text('Exactly this action, in any case'),
  filter: text('Part of action, details, author_name or target_name, in any case'),
};

export const pageParameters = {
  per_page: Schema.Integer({ minimum: 1, default: 100, description: 'Entries of a page; more than 1000 are 1000' }),
  page: Schema.Integer({ minimum: 0, default: 1, description: 'Number of the page, from 1' }),
};

/** Texts of a list, one for each entry. */
export function* listTexts(entries: readonly AuditRecord[]): Generator<string> {
  for (const [at, entry] of entries.entries()) yield (at === 0 ? '[' : ',') + jsonText(entry);
  yield entries.length === 0 ? '[]' : ']';
}
