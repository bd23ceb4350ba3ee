import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browsersFolder } from 'weirjs'

/** Milliseconds for which an answer holds: a browser may lose what it needs while its own file stays the same. */
const HOLDS = 86_400_000

/** What a program answered, of which file, and when. */
interface Answer {
  file: string
  version: string
  at: number
}
type Answers = Record<string, Answer>

/** Where they are kept. */
const kept = () => join(browsersFolder(), 'versions.json')

function readAnswers(): Answers {
  try {
    return JSON.parse(readFileSync(kept(), 'utf8'))
  } catch {
    return {}
  }
}

/** It is as well asked again where nothing can be kept. */
function keep(program: string, answer: Answer) {
  const holding = Object.entries(readAnswers()).filter(([, { at }]) => answer.at - at < HOLDS)
  const written = `${kept()}.${process.pid}`
  try {
    mkdirSync(browsersFolder(), { recursive: true })
    writeFileSync(written, JSON.stringify({ ...Object.fromEntries(holding), [program]: answer }))
    renameSync(written, kept())
  } catch {}
}

async function ask(program: string): Promise<string | undefined> {
  const answer = await promisify(execFile)(program, ['--version'], { timeout: 10_000 }).catch(() => undefined)
  return answer && /[\w .-]*\d+(\.\d+)+/.exec(answer.stdout)?.[0].trim()
}

/**
 * What a browser says of its version, such as "Chromium 156.0.8078.79"; undefined where it does not run. It is asked
 * once a day, or when its file has changed: three browsers that say it take a start a fifth of its time.
 */
export async function versionOf(program: string): Promise<string | undefined> {
  const found = statSync(program, { throwIfNoEntry: false })
  if (!found) return undefined
  const file = `${found.ino} ${found.size} ${found.mtimeMs}`
  const known = readAnswers()[program]
  const now = Date.now()
  if (known?.file === file && now - known.at < HOLDS) return known.version
  const version = await ask(program)
  if (version) keep(program, { file, version, at: now })
  return version
}
