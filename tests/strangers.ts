import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** A folder outside of this checkout, where a third party's plugins find `weirjs`. */
export function strangersFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'weir-stranger-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/weirjs'))
  let files = 0
  return {
    folder,
    /** Writes a plugin, and returns its path. */
    plugin(source: string): string {
      const file = join(folder, `plugin-${++files}.ts`)
      writeFileSync(file, source)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
