import { COST, type PasswordHasher } from './password-hasher.ts'

/** Runs outside the main thread; Bun uses one lane, as COST demands. */
const hasher: PasswordHasher = {
  hash: (password) =>
    Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: COST.memory, timeCost: COST.passes }),
  verify: (password, phc) => Bun.password.verify(password, phc, 'argon2id'),
}
export default hasher
