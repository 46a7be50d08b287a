/**
 * What messages are about. `changed`: scopes that have moved. `messages`: some wait in the registry for a node. `presence`: where
 * people are on canvases. `attempts`: somebody tried a password or had a mail sent, which counts on every node.
 */
export const topics = ['changed', 'messages', 'presence', 'attempts'] as const;
export type Topic = (typeof topics)[number];

/**
 * Messages between the nodes of an installation. A message may be lost, doubled, delayed or reordered, and nothing may be wrong then:
 * what must not be lost stands in the database, and the bus only wakes. While it is away nodes ask the database once a second.
 */
export interface Bus {
  /** To all other nodes. Never throws, and waits for nothing; messages of the same moments may travel together. */
  send(topic: Topic, text: string): void;
  /** Messages of other nodes, in the order in which they come. Returns what ends that. */
  listen(topic: Topic, take: (text: string) => void): () => void;
  /** Messages come through, as far as this node knows. */
  readonly isUp: boolean;
  /** Called when `isUp` has changed. Returns what ends that. */
  onTurn(listener: (isUp: boolean) => void): () => void;
  close(): Promise<void>;
}
