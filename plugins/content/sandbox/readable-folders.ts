import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const above = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))]

/** The folder of the package to which a file belongs. */
const packageOf = (file: string): string =>
  above(dirname(file)).find((folder) => existsSync(join(folder, 'package.json'))) ?? dirname(file)

/**
 * The folders that a reader needs to read, on a runtime with permissions: its own code and data, the code of its
 * sandbox, and the packages of both.
 */
export function readableFolders(module: URL): string {
  const own = packageOf(fileURLToPath(module))
  const weir = packageOf(fileURLToPath(import.meta.url))
  const ofReader = own === weir ? [join(weir, 'plugins')] : [own]
  return [...ofReader, join(weir, 'plugins/content'), join(weir, 'node_modules')].join(',')
}
