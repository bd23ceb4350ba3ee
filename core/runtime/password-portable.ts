import { argon2id, argon2Verify } from 'hash-wasm'
import { COST, type PasswordHasher } from './password-hasher.ts'

const hasher: PasswordHasher = {
  hash: (password) =>
    argon2id({
      password,
      salt: crypto.getRandomValues(new Uint8Array(16)),
      memorySize: COST.memory,
      iterations: COST.passes,
      parallelism: COST.lanes,
      hashLength: 32,
      outputType: 'encoded',
    }),
  verify: (password, hash) => argon2Verify({ password, hash }),
}
export default hasher
