import { type SettingType, WrongSetting } from './types.ts';

const MASK = '********';

/** Where records are stored. Messages never repeat its text, because it may hold a password. */
export const databaseUrl: SettingType<string> = {
  says: 'address',
  range: 'sqlite: or postgres://user:password@host:5432/database',
  read(text) {
    if (text === 'sqlite:') return text;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && isPostgres(url.href)) {
      if (url.pathname.length > 1) return text;
      throw new WrongSetting('must name a database: postgres://user:password@host:5432/database');
    }
    throw new WrongSetting('must be sqlite: without anything behind it, or postgres://user:password@host:5432/database');
  },
  show: withoutPassword,
};

export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** `postgres://host:5432/database`, for people: without account and parameters, but with a schema that was chosen. */
export function databaseName(text: string): string {
  const url = new URL(text);
  const schema = url.searchParams.get('schema');
  return `postgres://${url.host || 'localhost'}${url.pathname}${schema === null ? '' : `?schema=${schema}`}`;
}

function withoutPassword(text: string): string {
  if (!isPostgres(text)) return text;
  const url = new URL(text);
  if (url.password !== '') url.password = MASK;
  for (const name of url.searchParams.keys()) if (/password/i.test(name)) url.searchParams.set(name, MASK);
  return url.href;
}
