import { statfs } from 'node:fs/promises'
import type { DiskHealth } from '../contracts/operations/health.ts'

/** Free space in bytes below which the store will soon be unable to write. */
const LITTLE_ROOM = 1024 ** 3

/** The free space on the disk of the data directory. */
export const lookAtDisk = (dataDir: string): Promise<DiskHealth> =>
  statfs(dataDir).then(
    ({ bavail, blocks, bsize }) => {
      const free = bavail * bsize
      const isLow = free < LITTLE_ROOM
      return {
        status: isLow ? 'low' : 'healthy',
        free,
        total: blocks * bsize,
        remedy: isLow ? 'Make room on the disk of the data directory, or move it: WEIR_DATA_DIR' : null,
      }
    },
    () => ({
      status: 'unknown',
      free: null,
      total: null,
      remedy: 'The data directory cannot be read: check that it exists, and who owns it',
    }),
  )
