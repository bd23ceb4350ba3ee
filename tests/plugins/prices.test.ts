import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionConfig, loadConfig } from '../../core/config.ts'
import crawl from '../../plugins/crawl/index.ts'
import enrichment from '../../plugins/enrichment/index.ts'
import map from '../../plugins/map/index.ts'
import scrape from '../../plugins/scrape/index.ts'

/** The plugins that charge, with the names of their prices. */
const charging = [crawl, enrichment, map, scrape].map((plugin) => {
  const { prices } = plugin.config!.properties as unknown as { prices: { properties: object } }
  return { plugin, names: Object.keys(prices.properties) }
})

/** The settings of a plugin if each of its prices is this one. */
async function withPrices({ plugin, names }: (typeof charging)[number], price: number) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-prices-'))
  try {
    const prices = Object.fromEntries(names.map((name) => [name, price]))
    const file = `export default ${JSON.stringify({ config: { [plugin.name]: { prices } } })}`
    writeFileSync(join(folder, 'weir.config.ts'), file)
    return extensionConfig(plugin, await loadConfig({}, folder)) as { prices: Record<string, number> }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

for (const charged of charging)
  test(`the operator can set each price of ${charged.plugin.name}, even to 0, but not below`, async () => {
    expect(charged.names).not.toEqual([])
    for (const price of [0, 0.5, 3]) {
      const { prices } = await withPrices(charged, price)
      expect(prices).toEqual(Object.fromEntries(charged.names.map((name) => [name, price])))
    }
    await expect(withPrices(charged, -1)).rejects.toThrow('prices')
  })
