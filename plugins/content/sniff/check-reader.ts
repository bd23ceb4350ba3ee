import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Provider } from 'weirjs'
import type { DocumentReader } from '../service.ts'

/** Throws for a reader that would never be called, or would fail for every document. */
export function checkReader({ name, plugin, service: reader }: Provider<DocumentReader>): void {
  const refuse = (what: string) => {
    throw new Error(`The document reader ${name} of the plugin ${plugin}: ${what}`)
  }
  for (const type of reader.types ?? [])
    if (!/^[^/;\s\p{Lu}]+\/[^/;\s\p{Lu}]+$/u.test(type))
      refuse(`"${type}" must be a content type in lower case, without parameters`)
  for (const extension of reader.extensions ?? [])
    if (!/^[a-z\d]+$/.test(extension)) refuse(`"${extension}" must be an extension in lower case, without its dot`)
  if (!reader.types?.length && !reader.extensions?.length && !reader.kinds?.length)
    refuse('it takes nothing: name types, extensions or kinds')
  if ('refusal' in reader) return
  const { module, runs } = reader
  if (!['in-process', 'on-thread'].includes(runs)) refuse(`runs must be 'in-process' or 'on-thread'`)
  if (!(module instanceof URL && module.protocol === 'file:' && existsSync(fileURLToPath(module))))
    refuse(`module must be the URL of a file that is there, such as new URL('./read.ts', import.meta.url): ${module}`)
}
