import { findPages } from './find-pages.ts'
import { writeBatch } from './write-batch.ts'

/** Where these functions are, for tasks that name them. */
export const module = new URL(import.meta.url)

export const write = writeBatch
export const find = findPages
