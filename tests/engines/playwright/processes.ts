import { readFileSync } from 'node:fs'
import { processTree } from '../../../engines/playwright/process/process-tree.ts'

/** The arguments of a process, joined by spaces; empty if it has ended, even if its parent has not reaped it. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** The environment of a process, joined by spaces; empty if it has ended. */
export function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The running descendants of a process. */
export const descendants = async (root: number) =>
  (await processTree(root)).slice(1).filter(({ pid }) => commandOf(pid) !== '')
