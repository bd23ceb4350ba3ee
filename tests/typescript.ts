import { join } from 'node:path'

/**
 * The TypeScript compiler. Given by path, as an older version that tools use has a command of the same name. Several
 * threads would each check the files that they share, while other tests keep the cores busy anyway.
 */
export const tsc = [join(import.meta.dir, '../node_modules/typescript-native/bin/tsc'), '--singleThreaded'] as const
