import { openBunDriver } from '../../../core/store/sqlite/bun.ts'
import { openSqliteStore } from '../../../core/store/sqlite/open.ts'

export const open = (dataDir: string) => openSqliteStore({ dataDir, openDriver: openBunDriver })
