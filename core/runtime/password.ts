import type { PasswordHasher } from './password-hasher.ts'

/** Imported when asked for: on Bun the native one, elsewhere WebAssembly. */
export const loadHasher = async (): Promise<PasswordHasher> =>
  'Bun' in globalThis ? (await import('./password-bun.ts')).default : (await import('./password-portable.ts')).default
