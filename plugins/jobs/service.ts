/** What plugins with streams and results of their own jobs need: events and entries as every job has them. */
export { linksOf, readCursor, showEntry, writePage } from './entries.ts'
export { percent } from './show.ts'
export { jobStream } from './stream.ts'
