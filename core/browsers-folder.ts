import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where `weir browsers install` puts what it downloads, and engines look for it: this user's cache. */
export const browsersFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir', 'browsers')
