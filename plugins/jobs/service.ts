/** For plugins that show jobs too: events, results and files in their common form. */
export { readCursor, showEntry, writePage } from './entries.ts'
export { fileName, harmless } from './files.ts'
export { percent, showJob } from './show.ts'
export { jobStream } from './stream.ts'
