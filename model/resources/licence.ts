import { editable, readonly, required, secret, type Type, type Values } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { answerSchema } from '../schemas.ts';
import { readString } from '../types/text.ts';
import { Bool, Int, OneOf, State, Text, Uuid } from '../types.ts';

const day = Schema.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** `YYYY-MM-DD`, a day that there is. Undefined: never. */
const DayOrNever: Type<string | undefined> = {
  schema: day,
  accepts: day,
  example: '2027-12-31',
  absentable: true,
  read(value, key) {
    const text = readString(value, key);
    if (!isDay(text)) throw refuse.invalid(`${key} must be a day, YYYY-MM-DD`);
    return text;
  },
};

const OptionalUuid: Type<string | undefined> = { ...Uuid, absentable: true };

const shownTerms = {
  edition: required(Text({ max: 255 }), { about: 'Whatever the issuer calls it', example: 'Studio' }),
  // No more than a generated client can keep in 32 bits
  max_clients: required(Int({ min: -1, max: 2 ** 31 - 1 }), {
    about: 'Displays that may be connected at a time; -1: any number',
    example: 12,
  }),
  seat_model: required(OneOf(['fixed_seats', 'usage_reported', 'none']), {
    about: 'Of what was sold. Whatever it says, `max_clients` holds.',
    example: 'fixed_seats',
  }),
  type: required(Text({ max: 255, empty: false }), {
    about: '`lifetime`: it never ends. Any other word is of a licence that ends.',
    example: 'subscription',
  }),
  valid_until: editable(DayOrNever, undefined, {
    about: 'The last day on which it is valid, in UTC; no key for a lifetime licence',
    example: '2027-12-31',
  }),
};

/** What the issuer of a licence signs (interface/auth 9). */
export const licenceTerms = {
  ...shownTerms,
  server_id: editable(OptionalUuid, undefined, { about: 'The only server that takes it' }),
};
export type LicenceTerms = Values<typeof licenceTerms>;

/** What counts where no licence is installed: nobody needs one. */
export const builtInTerms: LicenceTerms = {
  edition: '',
  type: 'lifetime',
  max_clients: -1,
  seat_model: 'fixed_seats',
  valid_until: undefined,
  server_id: undefined,
};

/** What the server finds of a licence. It depends on the date and on the key with which the server started. */
const validities = ['valid', 'expired', 'not valid'] as const;
export type Validity = (typeof validities)[number];

/** `expired`: its last day is over. */
export const presentLicence = (terms: LicenceTerms, validity: Validity, expired: boolean): Record<string, unknown> => ({
  edition: terms.edition,
  has_expired: expired,
  is_valid: validity === 'valid',
  max_clients: terms.max_clients,
  seat_model: terms.seat_model,
  type: terms.type,
  ...(terms.valid_until !== undefined && { valid_until: terms.valid_until }),
  state: 'normal',
});

const { edition, valid_until, ...otherTerms } = shownTerms;
const shown = answerSchema('License', {
  edition,
  has_expired: readonly(Bool, false, { about: 'The day `valid_until` is over' }),
  is_valid: readonly(Bool, true, { about: 'False: every endpoint of canvases, folders, clients and files answers 402' }),
  ...otherTerms,
  valid_until,
  state: readonly(State, 'normal'),
});

/**
 * Characters of a signed licence. Two texts of 255 characters fit in, however they are escaped.
 * @bound Characters of a signed licence: 400.
 */
export const LICENCE_MAX = 8192;

const install = Schema.Object(
  { license: Schema.String({ description: 'As the issuer signed it', maxLength: LICENCE_MAX }) },
  { title: 'LicenseInstall', examples: [{ license: exampleLicence() }] },
);

/** The licence that was installed last, as it was sent; none before the first. Whether it is valid is computed. */
export const Licence = defineResource({
  name: 'Licence',
  key: () => 'licence',
  fields: {
    id: readonly(Text(), 'licence'),
    text: secret(Text(), ''),
    /** What the server found last. A change is written, so that those who follow the licence are told of it. */
    found: secret(OneOf(validities), 'valid'),
  },
  collection: {
    path: '/license',
    scope: 'directory',
    tag: {
      name: 'License',
      about:
        'For organisations that issue licences for their servers. A server needs none: it starts with one that is always valid.',
    },
    verbs: {
      get: { who: 'administrator', operation: 'getLicense', summary: 'The licence in force', answer: shown },
      create: {
        who: 'administrator',
        operation: 'installLicense',
        summary: 'Installs a signed licence in the place of the one before',
        about:
          'It is taken if it was signed with the key that the server was started with (`EASEL_LICENSE_PUBLIC_KEY`), has not expired, and is not for another server. It is in force at once.',
        body: install,
        answer: shown,
      },
    },
  },
});
export type Licence = RecordOf<typeof Licence>;

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined;
  // 30 February is read as 2 March
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Nobody has the private half of the key any more; test/documents/examples.test.ts has the public half. */
function exampleLicence(): string {
  return [
    'eyJlZGl0aW9uIjoiU3R1ZGlvIiwibWF4X2NsaWVudHMiOi0xLCJzZWF0X21vZGVsIjoiZml4ZWRfc2VhdHMiLCJ0eXBlIjoibGlmZXRpbWUifQ',
    '-Ao37YXoDCgKIl-DMiUFR-TG0pozCUWcdi12ou_ih-PvDCdAaNQG2SmMGkEBemwSIrz0O3PvyWl5pJVXd3wmBg',
  ].join('.');
}
