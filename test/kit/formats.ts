const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

/** The formats of our schemas, for a validator that has none built in. */
export const formats = {
  uuid,
  'date-time': dateTime,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  // RFC 5321 allows hosts without a dot
  email: /^[^\s@]+@[^\s@]+$/,
  uri: (text: string): boolean => URL.canParse(text),
  password: true,
  // A part of a form, which is not JSON
  binary: true,
} as const;
