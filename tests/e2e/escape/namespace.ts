import { join } from 'node:path'

/** Runs a command in a network of its own. */
export const namespace = join(import.meta.dir, 'namespace.sh')

const probe = Bun.spawnSync([namespace, 'true'], { stderr: 'pipe' })
/** Why this machine does not allow that; undefined where it does. */
export const impossible = probe.exitCode === 0 ? undefined : `${probe.stderr}`.trim() || 'no reason was given'
