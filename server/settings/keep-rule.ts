import { type SettingType, WrongSetting } from './types.ts';

/** The periods of a rule, the shortest first, by their letter. */
export const periods = ['h', 'd', 'w', 'm', 'y'] as const;
export type Period = (typeof periods)[number];

/** How many periods of each length keep their newest backup: hours, days, weeks, months, years. Without any, every backup stays. */
export type KeepRule = Readonly<Partial<Record<Period, number>>>;

/** `24h 14d 8w 12m`, or `all`. */
export const keepRule: SettingType<KeepRule> = {
  says: 'rule',
  range: '`24h 14d 8w 12m 3y` or `all`',
  read(text) {
    if (text === 'all') return {};
    const rule: Partial<Record<Period, number>> = {};
    for (const part of text.trim().split(/\s+/)) {
      const [, number, letter] = /^([1-9]\d{0,3})([hdwmy])$/.exec(part) ?? [];
      const period = letter as Period | undefined;
      if (period === undefined || rule[period] !== undefined)
        throw new WrongSetting(
          `must be numbers of hours, days, weeks, months and years such as 24h 14d 8w 12m, or all, not ${JSON.stringify(text)}`,
        );
      rule[period] = Number(number);
    }
    return rule;
  },
  show(rule) {
    const parts = periods.flatMap((period) => (rule[period] === undefined ? [] : `${rule[period]}${period}`));
    return parts.length === 0 ? 'all' : parts.join(' ');
  },
};
