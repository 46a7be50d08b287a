/**
 * JSON text for answers and streams. U+0085, U+2028 and U+2029 are escaped, because the HTTP library of a shipped client
 * splits lines on them (interface/streaming 2.2).
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return lineBreaks.test(text) ? text.replace(everyLineBreak, escaped) : text;
}

const lineBreaks = /[\u0085\u2028\u2029]/;
const everyLineBreak = /[\u0085\u2028\u2029]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
