/** Names of objects as a test wants to see them: those that make up one whole file are one name, its hash. */
export function wholeFiles(names: readonly string[], prefix = ''): string[] {
  const own = names.map((name) => name.slice(prefix.length)).filter((name) => name !== 'server-id');
  const hashes = new Map<string, string>();
  for (const name of own) {
    const [, hash, id] = /^files\/([\da-f]{64})\/\d+\.\d+\.([\da-f-]+)$/.exec(name) ?? [];
    if (id && own.includes(`bytes/${id}`)) hashes.set(id, hash!);
  }
  const isOfWhole = (name: string): boolean => {
    const id = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);
    const hash = hashes.get(id);
    return hash !== undefined && (name === `bytes/${id}` || name.startsWith(`files/${hash}/`));
  };
  return [...hashes.values(), ...own.filter((name) => !isOfWhole(name))].sort();
}
