import { openNodeDriver } from '../../../core/store/sqlite/node.ts'
import { openSqliteStore } from '../../../core/store/sqlite/open.ts'

export const open = (dataDir: string) => openSqliteStore({ dataDir, openDriver: openNodeDriver })
