/** What plugins need that show jobs too: events, entries and files as every job has them. */
export { readCursor, showEntry, writePage } from './entries.ts'
export { fileName, harmless } from './files.ts'
export { percent, showJob } from './show.ts'
export { jobStream } from './stream.ts'
