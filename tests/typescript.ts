import { join } from 'node:path'

/** TypeScript's compiler, by its path: another version, which tools load, has a command of the same name. */
export const tsc = join(import.meta.dir, '../node_modules/typescript-native/bin/tsc')
