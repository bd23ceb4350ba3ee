import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browsersFolder } from 'weirjs'

/** Milliseconds for which an answer is reused: a browser may lose a dependency while its own file stays the same. */
const HOLDS = 86_400_000

/** A program's answer, with its file and the time. */
interface Answer {
  file: string
  version: string
  at: number
}
type Answers = Record<string, Answer>

/** Where the answers are stored. */
const kept = () => join(browsersFolder(), 'versions.json')

function readAnswers(): Answers {
  try {
    return JSON.parse(readFileSync(kept(), 'utf8'))
  } catch {
    return {}
  }
}

/** If nothing can be stored, it is simply asked again. */
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
 * The version that a browser reports, such as "Chromium 156.0.8078.79"; undefined if it does not run. It is asked
 * once a day, or when its file has changed: asking three browsers takes a fifth of a start.
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
