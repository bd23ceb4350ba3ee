/**
 * Prints the bytes of memory of a process tree repeatedly, until the process ends. It is a separate process, because
 * each sample takes as long as an ordinary scrape. Usage: bun memory-watch.ts PID
 */
import { memoryOf } from '../usage.ts'

/** Ms between two samples: each delays the memory operations of the process in the kernel. */
const LOOK = 2000

for (let bytes = memoryOf(Number(process.argv[2])); bytes > 0; bytes = memoryOf(Number(process.argv[2]))) {
  console.log(bytes)
  await Bun.sleep(LOOK)
}
