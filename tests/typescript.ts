import { join } from 'node:path'

/**
 * TypeScript's compiler. By its place: another version of it, which tools load, has a command of the same name.
 * By one thread: several each look at what they share, and others have something to do meanwhile.
 */
export const tsc = [join(import.meta.dir, '../node_modules/typescript-native/bin/tsc'), '--singleThreaded'] as const
