import type { PasswordHasher } from './password-hasher.ts'

/** Imported on demand: the native implementation on Bun, WebAssembly elsewhere. */
export const loadHasher = async (): Promise<PasswordHasher> =>
  'Bun' in globalThis ? (await import('./password-bun.ts')).default : (await import('./password-portable.ts')).default
