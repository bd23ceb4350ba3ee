import { expect, test } from 'bun:test'
import type { DocumentReader } from '../../../../plugins/content/service.ts'
import { checkReader } from '../../../../plugins/content/sniff/check-reader.ts'

const module = new URL(import.meta.url)
const check = (service: unknown) =>
  checkReader({
    name: 'recipe',
    plugin: 'recipes',
    service: service as DocumentReader,
    health: async () => ({ ready: true }),
  })

test.each([
  [{ types: ['Application/X-Recipe'], module, runs: 'on-thread' }, 'Application/X-Recipe'],
  [{ types: ['text/x-recipe; version=1'], module, runs: 'on-thread' }, 'without parameters'],
  [{ extensions: ['.recipe'], module, runs: 'on-thread' }, 'without its dot'],
  [{ extensions: ['recipe'], module: './read.ts', runs: 'on-thread' }, './read.ts'],
  [{ extensions: ['recipe'], module: new URL('./nowhere.ts', module), runs: 'in-process' }, 'nowhere.ts'],
  [{ extensions: ['recipe'], module }, "runs must be 'in-process' or 'on-thread'"],
  [{ extensions: [], module, runs: 'in-process' }, 'it takes nothing: name types, extensions or kinds'],
])('an invalid reader is refused: %#', (reader, reason) => {
  expect(() => check(reader)).toThrow(/^The document reader recipe of the plugin recipes: /)
  expect(() => check(reader)).toThrow(reason)
})

test('a valid reader is accepted', () => {
  check({ types: ['application/vnd.recipe+xml'], extensions: ['7z'], module, runs: 'in-process' })
  check({ types: ['text/x-recipe'], refusal: { reason: 'unsupported_type', message: 'No recipes' } })
})
