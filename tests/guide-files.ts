import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = /<!-- tests run (\S+) as it stands here -->\n```ts\n(.*?)```/gs

/** The files that a guide shows, by the names that it gives them. */
export function guideFiles(guide: 'plugins/README.md' | 'engines/README.md'): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dir, '..', guide), 'utf8')
  return new Map([...text.matchAll(FILE)].map(([, file = '', source = '']) => [file, source]))
}
