import { lockDataDir } from '../../../core/store/lock.ts'

async function take(directory: string) {
  const lock = await lockDataDir(directory)
  if (lock.held) lock.publish('http://127.0.0.1:4321', 'token')
  return lock.held
}

/** `locking.ts <directory>`: takes the lock, prints whether it got it, and keeps it until it is killed. */
const held = await take(process.argv[2]!)
// The lock must survive garbage collection of its handle.
Bun.gc(true)
process.stdout.write(`${JSON.stringify({ held })}\n`)
setInterval(() => {}, 1_000)
