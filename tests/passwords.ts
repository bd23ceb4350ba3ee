import { createPasswords } from '../core/auth/passwords.ts'
import native from '../core/runtime/password-bun.ts'

/** Passwords of the least cost that Argon2 has: tests make accounts by the hundred. */
export const passwords = createPasswords(async () => ({
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  verify: native.verify,
}))
