import type { Kind, Stored } from '../../model/resource.ts';

/** A widget of these tests. Their kinds have one of everything that a definition can declare. */
export interface Note extends Stored {
  readonly id: string;
  readonly text: string;
  /** Key of the parent note; empty: none. */
  readonly parent: string;
  readonly depth: number;
  readonly tags: readonly string[];
  readonly secret: string;
}

/** Joins two notes, and is deleted with either. */
export interface Link extends Stored {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** A canvas in the directory; it owns the scope of the same id. */
export interface Place extends Stored {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

export interface Folder extends Stored {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

const plain = { version: 1, key: String, secrets: [], mirrors: [], numbers: {}, lists: [] } as const;

export const Note: Kind<Note> = {
  ...plain,
  name: 'Note',
  secrets: ['secret'],
  mirrors: [['text', 'label']],
  lists: ['things'],
  indexes: { children: ({ parent }) => parent || undefined, tags: ({ tags }) => tags },
  numbers: { depth: ({ parent, depth }) => [parent, depth] },
  cascades: { children: 1 },
  content: true,
};

export const Link: Kind<Link> = {
  ...plain,
  name: 'Link',
  lists: ['things'],
  indexes: { ends: ({ from, to }) => [from, to] },
  cascades: { ends: 0 },
  content: true,
};

const line = (target_type: string, action: string, target_id: string, target_name: string, details?: object) => ({
  action: `${target_type} ${action}`,
  target_type,
  target_id,
  target_name,
  details: details as Record<string, unknown> | undefined,
});

export const Place: Kind<Place> = {
  ...plain,
  name: 'Place',
  lists: ['tree'],
  indexes: { in: ({ folder }) => folder || undefined },
  cascades: { in: 0 },
  content: false,
  ownScopes: ({ id }) => [id],
  audit: {
    changed(before, after, cascaded) {
      if (!before) return [line('Place', 'created', after!.id, after!.name)];
      if (!after) return [line('Place', 'deleted', before.id, before.name, { cascaded })];
      return before.name === after.name ? [] : [line('Place', 'renamed', after.id, after.name, { from: before.name })];
    },
    meant: ({ id, name }, action, details) => line('Place', action, id, name, details),
  },
};

export const Folder: Kind<Folder> = {
  ...plain,
  name: 'Folder',
  lists: ['tree'],
  indexes: { in: ({ folder }) => folder || undefined },
  cascades: { in: 1 },
  content: false,
};

export const kinds: readonly Kind[] = [Note, Link, Place, Folder];

export const note = (id: string, fields: Partial<Note> = {}): Note => ({
  id,
  text: '',
  parent: '',
  depth: 0,
  tags: [],
  secret: '',
  ...fields,
});
