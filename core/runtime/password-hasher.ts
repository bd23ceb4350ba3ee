/** Argon2id as the runtime does it best. Both files read and write the same PHC strings. */
export interface PasswordHasher {
  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string>
  /** Whether the password is the one that a PHC string was made of. */
  verify(password: string, phc: string): Promise<boolean>
}

/** Argon2id's cost: KiB of memory, passes, lanes. Source: threats T37. */
export const COST = { memory: 19_456, passes: 2, lanes: 1 } as const
