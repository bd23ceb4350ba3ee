import { join } from 'node:path'

/** The TypeScript compiler. Given by path, as an older version that tools use has a command of the same name. */
export const tsc = join(import.meta.dir, '../node_modules/typescript-native/bin/tsc')
