import { createPasswords } from '../core/auth/passwords.ts'
import native from '../core/runtime/password-bun.ts'

/** Passwords with the lowest cost that Argon2 allows, as tests create hundreds of accounts. */
export const passwords = createPasswords(async () => ({
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  verify: native.verify,
}))
