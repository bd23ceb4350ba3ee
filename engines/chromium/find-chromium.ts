import { globSync } from 'node:fs'
import { join } from 'node:path'
import { browsersFolder } from 'weirjs'
import { findProgram } from '../playwright/process/find-program.ts'

/** Where systems put it, by the build: without a window it shows a page for a third of the cost. */
const shells = ['chromium-headless-shell', 'headless_shell', '/usr/lib/chromium/headless_shell']
const full = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export interface FoundChromium {
  program: string
  /** Built without a window: no PDF viewer, and marks that tell it from a visitor's browser. */
  shell: boolean
}

/** The Chromium to use: the operator's, or the first that the system has. */
export function findChromium(
  given: string | undefined,
  { shell }: { shell: 'first' | 'never' },
): FoundChromium | undefined {
  if (given) {
    const found = isShell(given) && shell === 'never' ? undefined : findProgram([given])
    if (found || shell === 'first') return found ? { program: found, shell: isShell(found) } : undefined
  }
  const program = findProgram(
    shell === 'first'
      ? [...shells, ...installed('shell'), ...full, ...installed('full')]
      : [...full, ...installed('full')],
  )
  return program ? { program, shell: isShell(program) } : undefined
}

/** What `weir browsers install` has got, the newest first. */
const installed = (kind: 'shell' | 'full') =>
  (kind === 'shell'
    ? ['*/chromium-headless-shell', '*/chromium_headless_shell-*/*/*headless*shell']
    : ['*/chromium-*/*/chrome']
  )
    .flatMap((pattern) => globSync(join(browsersFolder(), pattern)))
    .sort()
    .reverse()

const isShell = (program: string) => /headless[-_]shell/.test(program)
