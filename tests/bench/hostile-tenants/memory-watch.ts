/**
 * Prints the bytes of memory that a process and all that it has started take, again and again, until the process
 * ends: in a process of its own, as each look takes as long as a good scrape. Usage: bun memory-watch.ts PID
 */
import { memoryOf } from '../usage.ts'

/** Ms between two looks: each holds up what the process wants of the kernel's memory meanwhile. */
const LOOK = 2000

for (let bytes = memoryOf(Number(process.argv[2])); bytes > 0; bytes = memoryOf(Number(process.argv[2]))) {
  console.log(bytes)
  await Bun.sleep(LOOK)
}
