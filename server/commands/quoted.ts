/** What was sent, as a refusal repeats it: a hundred characters at most. */
export const quoted = (sent: unknown): string => (typeof sent === 'string' ? sent : JSON.stringify(sent)).slice(0, 100);
