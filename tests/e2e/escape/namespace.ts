import { join } from 'node:path'

/** Runs a command in its own network namespace. */
export const namespace = join(import.meta.dir, 'namespace.sh')

const probe = Bun.spawnSync([namespace, 'true'], { stderr: 'pipe' })
/** Why this machine does not allow that; undefined if it does. */
export const impossible = probe.exitCode === 0 ? undefined : `${probe.stderr}`.trim() || 'no reason was given'
