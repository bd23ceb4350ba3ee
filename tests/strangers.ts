import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** A folder outside the checkout in which the plugins of a third party can import `weirjs`. */
export function strangersFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'weir-stranger-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/weirjs'))
  let files = 0
  return {
    folder,
    /** Writes a plugin and returns its path. */
    plugin(source: string): string {
      const file = join(folder, `plugin-${++files}.ts`)
      writeFileSync(file, source)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
