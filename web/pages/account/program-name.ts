/** What a session was opened with, as a person would call it. */
export interface Program {
  /** `Firefox`; empty: not known. */
  readonly name: string;
  /** `Linux`; empty: not known. */
  readonly system: string;
  readonly kind: 'computer' | 'phone' | 'program';
}

/** The more particular name first: the others are in its text, too. */
const names: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string, Program['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/** Reads a `User-Agent`. Other programs than browsers are called as they call themselves first: `curl/8.5.0` is curl. */
export function programOf(user_agent: string): Program {
  const name = names.find(([pattern]) => pattern.test(user_agent))?.[1];
  if (!name) return { name: /^[^\s/]+/.exec(user_agent)?.[0] ?? '', system: '', kind: 'program' };
  const [, system, kind] = systems.find(([pattern]) => pattern.test(user_agent)) ?? [undefined, '', 'computer' as const];
  return { name, system, kind };
}
