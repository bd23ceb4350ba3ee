import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts a Weir with these arguments, waits for its first output, and kills it some time later. */
export function killAfter(
  args: string[],
  milliseconds: number,
  settings: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dir, 'kill-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), milliseconds)
    said += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === null ? resolve(said) : reject(new Error(`It ended by itself: ${code}`))))
  })
}
