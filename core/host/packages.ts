import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of this Weir. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const ours = realpathSync(root)

/** Bun may be installed only inside this Weir, so that a remedy that calls `bun` would not work. */
const onPath = (program: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((place) => !place.startsWith(join(root, '.bun')) && existsSync(join(place, program)))

/** A folder and its parents, innermost first. */
function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

/** `@scope/name` of `@scope/name/part`. */
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Whether code in this folder would find an installed package. Check this before importing: Bun downloads a missing
 * package and runs it in a folder that has no `node_modules`.
 */
export const isInstalled = (name: string, folder: string) =>
  upwards(folder).some((place) => existsSync(join(place, 'node_modules', packageOf(name), 'package.json')))

/** How code in a folder can share this Weir. */
export const linkRemedy = (folder: string) =>
  onPath('bun')
    ? `run \`bun link\` in ${root} once, then \`bun link weirjs\` in ${folder}`
    : `run \`mkdir -p node_modules && ln -sfn ${root} node_modules/weirjs\` in ${folder}`

/**
 * Why a third party's file does not share this Weir, and what to do about it; undefined if it does. A second copy
 * would have its own classes: its `ApiError` would not be recognized here.
 */
export function foreignCore(file: string): string | undefined {
  const folder = dirname(realpathSync(file))
  const remedy = linkRemedy(folder)
  for (const place of upwards(folder)) {
    const installed = join(place, 'node_modules', 'weirjs')
    if (existsSync(installed)) {
      const found = realpathSync(installed)
      return found === ours ? undefined : `finds another copy of weirjs, in ${found}: ${remedy}`
    }
    if (place === ours) return undefined
  }
  return /['"]weirjs\b/.test(readFileSync(file, 'utf8')) ? `imports weirjs, which it cannot find: ${remedy}` : undefined
}
