import { createPasswords } from '../core/auth/passwords.ts'
import native from '../core/runtime/password-bun.ts'

/** Passwords at Argon2's lowest cost: tests create hundreds of accounts. */
export const passwords = createPasswords(async () => ({
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  verify: native.verify,
}))
