/** A message from one node to another. */
export interface NodeMessage {
  readonly from: string;
  readonly to: string;
  /** JSON, or another text without U+0000 and lone surrogates. At most 1 MiB of UTF-8. */
  readonly text: string;
}

/**
 * What the nodes of an installation know of each other, kept in their database and by its clock. A node is a process: its id is made
 * at its start and never used again. Every method rejects while the database cannot be reached.
 */
export interface Registry {
  /** Says that this node is there for `ms` milliseconds from now. Resolves with the ids of all nodes that are there, itself included. */
  beat(node: string, ms: number): Promise<readonly string[]>;
  /** The node ends: it is not there any more, holds no lease and gets no messages. */
  leave(node: string): Promise<void>;
  /**
   * Takes or renews the one lease of this name for `ms` milliseconds from now. False: another node has it. Work that takes longer
   * renews it in time, and is made so that nothing is wrong when two nodes do it at once.
   */
  lease(name: string, node: string, ms: number): Promise<boolean>;
  /**
   * Leaves messages for other nodes; wake them by the bus. They are kept for a minute. Rejects, and leaves none of it, when a text is
   * too long or too much waits for a node already: some 10,000 messages, or 32 MiB.
   */
  post(messages: readonly NodeMessage[]): Promise<void>;
  /** Takes the messages of a node, in the order in which they were left, each once. */
  fetch(node: string): Promise<readonly NodeMessage[]>;
}
