import { COST, type PasswordHasher } from './password-hasher.ts'

/** Hashes on another thread. Bun always uses one lane, as COST requires. */
const hasher: PasswordHasher = {
  hash: (password) =>
    Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: COST.memory, timeCost: COST.passes }),
  verify: (password, phc) => Bun.password.verify(password, phc, 'argon2id'),
}
export default hasher
