import { globSync } from 'node:fs'
import { join } from 'node:path'
import { browsersFolder } from 'weirjs'
import { findProgram } from '../playwright/index.ts'

export const INSTALL_REMEDY = 'Run `weir browsers install`, or set WEIR_CHROMIUM_PATH'

/** Whether the headless build may be used: it shows a page for a third of the cost, and can be told apart. */
export type HeadlessShell = 'preferred' | 'never'

/** Where systems install each build. */
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
  /** The headless build: it has no PDF viewer, and can be told from a visitor's browser. */
  isHeadlessShell: boolean
}

/**
 * The Chromium to use: the operator's, and none if it is missing; otherwise the first that the system has. Where the
 * headless build may not be used, one that the operator chose does not count.
 */
export function findChromium(
  given: string | undefined,
  { headlessShell }: { headlessShell: HeadlessShell },
): FoundChromium | undefined {
  if (given && !(headlessShell === 'never' && isShell(given))) {
    const found = findProgram([given])
    return found ? { program: found, isHeadlessShell: isShell(found) } : undefined
  }
  const shell = headlessShell === 'preferred' ? findBuild(shells, 'shell') : undefined
  const program = shell ?? findBuild(full, 'full')
  return program ? { program, isHeadlessShell: isShell(program) } : undefined
}

/** The folders are searched only if the system has none. */
const findBuild = (ofSystem: readonly string[], kind: 'shell' | 'full') =>
  findProgram(ofSystem) ?? findProgram(installed(kind))

/** What `weir browsers install` has downloaded, newest first. */
const installed = (kind: 'shell' | 'full') =>
  (kind === 'shell'
    ? ['*/chromium-headless-shell', '*/chromium_headless_shell-*/*/*headless*shell']
    : ['*/chromium-*/*/chrome']
  )
    .flatMap((pattern) => globSync(join(browsersFolder(), pattern)))
    .sort()
    .reverse()

const isShell = (program: string) => /headless[-_]shell/.test(program)
