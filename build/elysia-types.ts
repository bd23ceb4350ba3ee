import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** The folder of Elysia's types in the package. */
const FOLDER = 'vendor/elysia'
const root = join(import.meta.dir, '../node_modules/elysia')
const types = join(root, 'dist')

/** A relative import with the extension that every resolution needs. */
function explicit(file: string, specifier: string): string {
  const place = join(types, dirname(file), specifier)
  if (existsSync(`${place}.d.ts`)) return `${specifier}.js`
  return existsSync(join(place, 'index.d.ts')) ? posix.join(specifier, 'index.js').replace(/^(?!\.)/, './') : specifier
}

/**
 * Elysia's types in a form that a plugin's compiler accepts, by path in the package. The published ones import their
 * neighbours without an extension, which Node's resolution does not find, so that handlers would have no types.
 * TypeScript 7 also reports errors in them if it checks libraries.
 */
export function elysiaTypes(): Map<string, string> {
  const files = (readdirSync(types, { recursive: true }) as string[]).filter((file) => file.endsWith('.d.ts'))
  const written = files.map((file) => {
    const source = readFileSync(join(types, file), 'utf8')
    const linked = source.replace(
      /((?:from|import\()\s*)(['"])(\.[^'"]*)\2/g,
      (_, before: string, quote: string, specifier: string) => before + quote + explicit(file, specifier) + quote,
    )
    return [`${FOLDER}/${file}`, `// @ts-nocheck\n${linked}`] as const
  })
  return new Map([...written, [`${FOLDER}/LICENSE`, readFileSync(join(root, 'LICENSE'), 'utf8')]])
}

/** A declaration that refers to these types of Elysia. */
export function withElysiaTypes(file: string, declaration: string): string {
  const index = posix.join(posix.relative(posix.dirname(file), FOLDER), 'index.js')
  return declaration.replace(
    /((?:from|import\()\s*)(['"])elysia\2/g,
    `$1$2${index.startsWith('.') ? index : `./${index}`}$2`,
  )
}
