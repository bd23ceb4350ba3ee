import { afterAll, describe, expect, test } from 'bun:test'
import type { EngineDefinition } from 'weirjs'
import chromium from '../../engines/chromium/index.ts'
import firefox from '../../engines/firefox/index.ts'
import lightweight from '../../engines/lightweight/index.ts'
import stealth from '../../engines/stealth/index.ts'
import { table } from '../bench/figures.ts'
import { type Ability, tryAbilities } from './abilities.ts'
import { installed } from './installed.ts'

const engines: [definition: EngineDefinition, config: object][] = [
  [lightweight, {}],
  [stealth, { sandbox: 'on' }],
  [chromium, { sandbox: 'on' }],
  [firefox, {}],
]
const found: Record<string, Ability[]> = {}

describe('what an engine supports', () => {
  for (const [definition, config] of engines) {
    const { name, supports } = definition
    test(`is what ${name} does on real pages, no less and no more`, async () => {
      if (!(await installed(definition))) return
      const abilities = await tryAbilities(definition, config)
      found[name] = abilities
      const claimed = abilities.filter(({ flag }) => !flag || supports[flag]).map((one) => one.name)
      expect(abilities.filter(({ works }) => works).map((one) => one.name)).toEqual(claimed)
    }, 120_000)
  }

  afterAll(() => {
    const names = Object.keys(found)
    const rows = (found[names[0] ?? ''] ?? []).map((first, i) => [
      first.name,
      ...names.map((name) => (found[name]?.[i]?.works ? found[name]?.[i]?.seen : '-') ?? '-'),
    ])
    console.log(table(['', ...names], rows))
  })
})
