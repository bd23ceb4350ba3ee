/** Argon2id in the fastest way of the runtime. Both implementations read and write the same PHC strings. */
export interface PasswordHasher {
  /** Returns a PHC string with a new salt. */
  hash(password: string): Promise<string>
  /** Whether the PHC string was made from the password. */
  verify(password: string, phc: string): Promise<boolean>
}

/** The cost of Argon2id: KiB of memory, passes, lanes. Source: threats T37. */
export const COST = { memory: 19_456, passes: 2, lanes: 1 } as const
