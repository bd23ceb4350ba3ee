import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder of this user's cache into which `weir browsers install` downloads browsers, and where engines look for
 * them.
 */
export const browsersFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir', 'browsers')
