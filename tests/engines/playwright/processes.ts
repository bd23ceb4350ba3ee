import { readFileSync } from 'node:fs'
import { processTree } from '../../../engines/playwright/process/process-tree.ts'

/** The arguments of a process, joined by spaces; empty for one that has ended, though nobody may have taken note. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** The environment of a process, joined by spaces; empty for one that has ended. */
export function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The processes that a process has started, and they in turn; those that have ended left out. */
export const descendants = async (root: number) =>
  (await processTree(root)).slice(1).filter(({ pid }) => commandOf(pid) !== '')
