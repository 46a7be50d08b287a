/**
 * `Content-Disposition` with a name that any client can read (RFC 6266): plain ASCII as it is; any other name as an ASCII
 * replacement, followed by the true name in the form of RFC 5987. Control characters, quotes and slashes become `_`
 * (interface/widgets 5.4), and so do marks that change the text direction, which make one ending look like another.
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cs}"\\/\u2028-\u202e\u2066-\u2069]/gu, '_');
  const plain = safe.replace(/[^\x20-\x7e]/gu, '_');
  const value = `${kind}; filename="${plain}"`;
  // Some clients decode `%41` in a plain name, so a name with a percent sign also needs the exact form
  return plain === safe && !safe.includes('%') ? value : `${value}; filename*=UTF-8''${encoded(safe)}`;
}

/** Leaves only `attr-char` of RFC 5987 as it is; encodeURIComponent leaves a few more. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
