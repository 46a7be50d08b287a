/** At most two letters for a name: of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0]!.toLocaleUpperCase()).join('') || '?';
}
