/** Back and front of a folder; the id chooses the pair, so a folder has the same one everywhere. */
export const pairs = [
  ['#dda02a', '#f3b941'],
  ['#6389d8', '#7fa4f0'],
  ['#54a57f', '#6fbf99'],
  ['#d97377', '#f08f92'],
] as const;

export function pairOf(id: string): (typeof pairs)[number] {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return pairs[sum % pairs.length]!;
}

/** A folder in its colour. Screen readers hear its name instead. */
export function FolderArt({ id, size = 42 }: { readonly id: string; readonly size?: number }) {
  const [back, front] = pairOf(id);
  return (
    <svg class="folder-art" viewBox="0 0 42 34" aria-hidden="true" style={{ inlineSize: `calc(${size}px * var(--scale))` }}>
      <path d="M2 7a5 5 0 0 1 5-5h8.5c1.5 0 2.9.7 3.8 1.8L21 6h14a5 5 0 0 1 5 5v3H2Z" fill={back} />
      <rect x="6" y="7" width="30" height="14" rx="2" fill="#fff" opacity=".85" />
      <path d="M2 13a2 2 0 0 1 2-2h34a2 2 0 0 1 2 2v14a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5Z" fill={front} />
    </svg>
  );
}
