import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readableFolders } from './readable-folders.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Seconds of processor time after which the kernel kills the child, even if the server is too busy to do it. */
const CPU_SECONDS = 45

/**
 * The command that runs the program. Deno grants no other permissions; Bun must not install missing packages, nor
 * read settings.
 */
const runtimeFor = (module: URL) => {
  if ('deno' in process.versions)
    return [process.execPath, 'run', '--no-prompt', '--cached-only', `--allow-read=${readableFolders(module)}`]
  return 'bun' in process.versions ? [process.execPath, '--no-install', '--no-env-file'] : [process.execPath]
}

/** When memory runs out, Linux kills the process with the highest score first; 1000 is the maximum. */
const EXPENDABLE = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null'
/**
 * Replaces the shell with the program: without core dumps, with limited time, with lower priority than the server,
 * and first in line to be killed when memory runs out.
 */
const LIMITED = `ulimit -c 0; ulimit -t ${CPU_SECONDS}; ${EXPENDABLE}; exec nice -n 10 "$@"`

/**
 * Settings of Bun's engine. By default it lets garbage grow with the memory of the machine, which hides how much the
 * document needs: here it assumes a small one, which is not a limit. Most documents are read before code that its
 * last compilers have optimized pays for their work, a third of the processor time of a PDF: they wait for loops that
 * really are long.
 */
const ENGINE = {
  BUN_JSC_forceRAMSize: '134217728',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '50000',
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: '50000',
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
}
/**
 * Where Bun caches its transpiled sources; transpiling takes a third of the time of most documents otherwise. It is
 * in the user's cache, separate from what the server runs, because a process that a document has compromised could
 * write there.
 */
const { XDG_CACHE_HOME, HOME } = process.env
const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
const CACHE = caches ? { BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(caches, 'weir', 'transpiled') } : {}
/** The executables that are made of Weir (see core/bundle and build/one-file) act as Bun only if this is set. */
const BE_BUN = { BUN_BE_BUN: '1' }

/** The command that removes the network, if the kernel allows it; otherwise empty. Determined once. */
let isolation: Promise<readonly string[]> | undefined
const findIsolation = async (): Promise<readonly string[]> => {
  const command = ['unshare', '--map-root-user', '--net', '--']
  try {
    await promisify(execFile)(command[0]!, [...command.slice(1), 'true'])
    return command
  } catch {
    // The program is missing or not permitted. The child runs no code of the document, so this is only a second line
    // of defence.
    return []
  }
}

/**
 * Starts the process that will read one document: without the server's environment, without network where the system
 * supports it, and in the root folder. It loads the reader's module at once, before its input arrives.
 */
export async function startChild(module: URL): Promise<ChildProcess> {
  isolation ??= findIsolation()
  const command = [...(await isolation), ...runtimeFor(module), program, module.href]
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', ...command], {
    cwd: '/',
    env: { ...ENGINE, ...CACHE, ...BE_BUN },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
