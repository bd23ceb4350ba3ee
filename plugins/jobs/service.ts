/** What plugins with streams of their own jobs need: the events as every job has them. */
export { percent } from './show.ts'
export { jobStream } from './stream.ts'
