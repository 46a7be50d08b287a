/** An entry of the audit log, as it is kept and read. Nothing ever changes it. */
export interface AuditRecord {
  /** One more than that of the entry before. */
  readonly id: number;
  readonly created_at: string;
  readonly author_id: number | null;
  readonly author_name: string;
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly target_name: string;
  readonly ip_address: string;
  /** JSON text of an object, or empty. */
  readonly details: string;
}

/** An entry of the chain, and with its hash all entries before it. Id 0: before the first. */
export interface AuditMark {
  readonly id: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
}

export interface AuditEnds {
  /** The newest of the entries that retention has removed. */
  readonly removed: AuditMark;
  /** Equals `removed` when there is no entry. */
  readonly newest: AuditMark;
}

/** A place in the order in which the log is read: by time, and by id at the same time. */
export type AuditPlace = Pick<AuditRecord, 'created_at' | 'id'>;

/** Entries for which everything holds that is given. */
export interface AuditFilter {
  /** Excluded bounds of `created_at`, in its form. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** In lower case, without `_` and `-`, as `target_type` is compared. */
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly authorId?: number | undefined;
  /** In any case of the letters A to Z. */
  readonly action?: string | undefined;
  /** Somewhere in action, details, author_name or target_name, in any case. */
  readonly text?: string | undefined;
}

export interface AuditQuestion {
  readonly filter: AuditFilter;
  /** Ids from which (excluded) and to which (included) entries count. */
  readonly ids: readonly [removed: number, newest: number];
  readonly order: 'newest first' | 'oldest first';
  /** Where to begin, excluded. Default: at the end of the log that the order names. */
  readonly from?: AuditPlace | undefined;
  /** Fitting entries to pass over before the first that is wanted. */
  readonly skip: number;
  /** Most entries that are wanted. */
  readonly rows: number;
  /** Go on behind the last wanted entry, and count. */
  readonly counted: boolean;
  /** Only the places of the wanted entries. */
  readonly placesOnly?: boolean | undefined;
}

/** What a short look at the log found. */
export interface AuditPortion {
  /** Only their places, if that was asked. */
  readonly entries: readonly AuditRecord[];
  /** How many entries fit, those included that were passed over or only counted. */
  readonly matched: number;
  /** Behind it the next look goes on; undefined: nothing is left to look at. */
  readonly reached: AuditPlace | undefined;
}

/** What a database does with the log, besides adding to it in commits. */
export interface AuditDriver {
  auditEnds(): Promise<AuditEnds>;
  /** Looks at the audit log for a few milliseconds, and takes at most a few hundred kilobytes, unless one entry has more. */
  lookAtAudit(question: AuditQuestion): Promise<AuditPortion>;
  /** The last of the oldest entries of which each was made before this time; undefined: the oldest was not. */
  auditOlderThan(createdAt: string): Promise<AuditMark | undefined>;
  /**
   * Removes entries up to this one, in one short transaction that moves the mark `removed`; true while there are more. In no
   * other way can an entry be changed or removed: the database refuses that.
   */
  removeAudit(upTo: AuditMark): Promise<boolean>;
}
