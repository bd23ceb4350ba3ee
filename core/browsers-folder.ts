import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where `weir browsers install` puts its downloads, and where engines look for them: this user's cache. */
export const browsersFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir', 'browsers')
