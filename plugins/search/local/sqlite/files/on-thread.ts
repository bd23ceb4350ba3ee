import { findPages } from './find-pages.ts'
import { writeBatch } from './write-batch.ts'

export const write = writeBatch
export const find = findPages
