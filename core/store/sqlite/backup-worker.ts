import { loadDriver } from './load-driver.ts'

/**
 * Copies a store, in a thread of its own because SQLite copies in one go. It is told the file and where to, and
 * answers with the message of an error, or null.
 */
self.onmessage = async ({ data: { file, to } }: MessageEvent<{ file: string; to: string }>) => {
  try {
    const driver = (await loadDriver())(file)
    try {
      driver.exec('PRAGMA busy_timeout = 5000')
      driver.prepare('VACUUM INTO ?').run([to])
    } finally {
      driver.close()
    }
    self.postMessage(null)
  } catch (error) {
    self.postMessage(error instanceof Error ? error.message : String(error))
  }
}
