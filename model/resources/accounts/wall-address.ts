const domain = '@walls.invalid';

/** The address of an account that was made for a wall: nobody has it, and no mail is ever sent there (interface/auth 2.7). */
export const wallAddress = (id: string): string => `wall-${id}${domain}`;
export const isWallAddress = (email: string): boolean => email.toLowerCase().endsWith(domain);
