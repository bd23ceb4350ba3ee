import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readableFolders } from './readable-folders.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Seconds of processor time, after which the kernel ends it, also where the server is too busy to. */
const CPU_SECONDS = 45

/**
 * What runs this program. Deno grants nothing beyond that; Bun must not fetch packages that are missing, nor read
 * settings.
 */
const runtimeFor = (module: URL) => {
  if ('deno' in process.versions)
    return [process.execPath, 'run', '--no-prompt', '--cached-only', `--allow-read=${readableFolders(module)}`]
  return 'bun' in process.versions ? [process.execPath, '--no-install', '--no-env-file'] : [process.execPath]
}

/** Where memory runs out, Linux ends first what has the highest number: 1000 is the most. */
const EXPENDABLE = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null'
/**
 * Becomes the program, without a core dump, with the limit on its time, behind the server where both want the
 * processor, and before it where one of them has to end.
 */
const LIMITED = `ulimit -c 0; ulimit -t ${CPU_SECONDS}; ${EXPENDABLE}; exec nice -n 10 "$@"`

/**
 * Bun's engine is told that the machine is small: by itself it lets garbage grow by the memory that it believes in,
 * which no longer says what the document needs. It limits nothing.
 */
const MEMORY = { BUN_JSC_forceRAMSize: '134217728' }
/**
 * Where Bun keeps what it makes of large sources, which else takes a third of the time of most documents: among what
 * this user caches, apart from what the server runs, as a process that a document has broken could write there.
 */
const { XDG_CACHE_HOME, HOME } = process.env
const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
const CACHE = caches ? { BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(caches, 'weir', 'transpiled') } : {}
/** Where Weir is one file (see build/one-file), that file is Bun only where this is set. */
const BE_BUN = process.env.BUN_BE_BUN === undefined ? {} : { BUN_BE_BUN: process.env.BUN_BE_BUN }

/** What takes away the network where the kernel lets us; elsewhere nothing. Asked once. */
let isolation: Promise<readonly string[]> | undefined
const findIsolation = async (): Promise<readonly string[]> => {
  const command = ['unshare', '--map-root-user', '--net', '--']
  try {
    await promisify(execFile)(command[0]!, [...command.slice(1), 'true'])
    return command
  } catch {
    // No such program, or no right to use it: the child runs no code of the document's, so this is a second wall.
    return []
  }
}

/**
 * Starts the process that will read one document: with none of our environment, without network where the system
 * can, its folder the root. It loads the reader's module at once, before it is given anything to read.
 */
export async function startChild(module: URL): Promise<ChildProcess> {
  isolation ??= findIsolation()
  const command = [...(await isolation), ...runtimeFor(module), program, module.href]
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', ...command], {
    cwd: '/',
    env: { ...MEMORY, ...CACHE, ...BE_BUN },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
