import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { databaseOf } from '../../../store.ts'

export const open = async (directory: string) => openPostgresStore({ url: await databaseOf(directory) })
