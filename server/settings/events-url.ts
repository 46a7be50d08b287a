import { type SettingType, WrongSetting } from './types.ts';

const FORMS = 'memory:, postgres:, nats://host:4222 or tls://host:4222';

/**
 * The address of the bus by which several servers wake each other; empty: what the database needs. Messages never repeat its
 * text, as it may hold a password.
 */
export const eventsUrl: SettingType<string> = {
  says: 'address',
  range: FORMS,
  read(text) {
    if (text === '' || text === 'memory:' || text === 'postgres:' || isNats(text)) return text;
    throw new WrongSetting(`must be ${FORMS}`);
  },
  show: (text) => (isNats(text) ? withoutAccount(text) : text),
};

export const isNats = (text: string): boolean =>
  /^(nats|tls):\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '';

/** A token stands where accounts have their name. */
function withoutAccount(text: string): string {
  const { protocol, host, username } = new URL(text);
  return `${protocol}//${username === '' ? '' : '********@'}${host}`;
}
