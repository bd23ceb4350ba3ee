/** The hexadecimal text in a value of `WEIR_SECRET` that equals the secret file of a data directory. */
export const secretOfFile = (given: string): string | undefined => /^hex:([0-9a-f]{64,})$/.exec(given)?.[1]
