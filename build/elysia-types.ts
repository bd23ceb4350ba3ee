import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Where its types stand in the package. */
const FOLDER = 'vendor/elysia'
const root = join(import.meta.dir, '../node_modules/elysia')
const types = join(root, 'dist')

/** A relative module of theirs as every resolution finds it. */
function explicit(file: string, specifier: string): string {
  const place = join(types, dirname(file), specifier)
  if (existsSync(`${place}.d.ts`)) return `${specifier}.js`
  return existsSync(join(place, 'index.d.ts')) ? posix.join(specifier, 'index.js').replace(/^(?!\.)/, './') : specifier
}

/**
 * Elysia's types as a plugin's compiler takes them, by their paths in the package. As they are published they name
 * their neighbours without an extension, which Node's resolution does not find, so that handlers have no types; and
 * TypeScript 7 finds faults in them where it checks libraries.
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

/** A declaration whose types of Elysia are those. */
export function withElysiaTypes(file: string, declaration: string): string {
  const index = posix.join(posix.relative(posix.dirname(file), FOLDER), 'index.js')
  return declaration.replace(
    /((?:from|import\()\s*)(['"])elysia\2/g,
    `$1$2${index.startsWith('.') ? index : `./${index}`}$2`,
  )
}
