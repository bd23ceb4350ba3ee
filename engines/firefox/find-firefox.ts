import type { Ready } from 'weirjs'
import { findProgram, versionOf } from '../playwright/index.ts'

export const INSTALL_REMEDY = 'Run `weir browsers install`, or set WEIR_FIREFOX_PATH'

/** Older versions do not know all commands that the library sends, such as `network.addDataCollector`. */
const OLDEST = 143

/** Where systems install it. */
const usual = ['firefox-esr', 'firefox', '/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** The Firefox to use: the operator's, or the first that the system has. */
export const findFirefox = (given: string | undefined) => findProgram(given ? [given] : usual)

/** Whether Firefox can run here, determined without starting it. */
export async function firefoxReady(given: string | undefined): Promise<Ready> {
  const program = findFirefox(given)
  if (!program && given)
    return {
      ready: false,
      reason: 'there is no Firefox at WEIR_FIREFOX_PATH',
      remedy: 'Correct WEIR_FIREFOX_PATH, or leave it out to use what the system has',
    }
  if (!program) return { ready: false, reason: 'no Firefox was found', remedy: INSTALL_REMEDY }
  const version = await versionOf(program)
  if (!version) return { ready: false, reason: 'the Firefox that was found does not run', remedy: INSTALL_REMEDY }
  return Number.parseInt(version.replace(/^\D+/, ''), 10) < OLDEST
    ? { ready: false, reason: `${version} is too old: it must be ${OLDEST} or newer`, remedy: INSTALL_REMEDY }
    : { ready: true, detail: version }
}
