/** What a user may do on a folder or a canvas; each word includes those before it (interface/canvases 4.2). */
export const permissions = ['none', 'view', 'edit', 'owner'] as const;
export type Permission = (typeof permissions)[number];

const rank: Readonly<Record<Permission, number>> = { none: 0, view: 1, edit: 2, owner: 3 };

export const atLeast = (access: Permission, needed: Permission): boolean => rank[access] >= rank[needed];

export const higher = (a: Permission, b: Permission): Permission => (rank[a] >= rank[b] ? a : b);

export const isPermission = (value: unknown): value is Permission => permissions.includes(value as Permission);

/** `none`: the canvas is not shared by link. */
export const linkPermissions = ['none', 'view', 'edit'] as const;
export type LinkPermission = (typeof linkPermissions)[number];
