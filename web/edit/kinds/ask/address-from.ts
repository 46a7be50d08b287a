/** The address that somebody means: without a scheme that of the web. Undefined: it is none that a browser opens. */
export function addressFrom(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  return /^https?:$/.test(new URL(whole).protocol) ? whole : undefined;
}
