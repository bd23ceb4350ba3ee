import { expect, test } from 'bun:test'
import { cutMetadata } from '../../../../plugins/content/cut/metadata.ts'
import { emptyMetadata } from '../../../../plugins/content/metadata/empty.ts'

test('names without end in structured data are cut at a megabyte, whatever the page may yield', () => {
  const metadata = emptyMetadata()
  const names = Object.fromEntries(Array.from({ length: 120_000 }, (_, i) => [`name${i}`, 'a']))
  metadata.structuredData.microdata = [names]
  const { metadata: cut, isCut } = cutMetadata(metadata, 16 * 2 ** 20)
  expect(isCut).toBe(true)
  const length = JSON.stringify(cut.structuredData.microdata).length
  expect(length).toBeLessThanOrEqual(2 ** 20)
  expect(length).toBeGreaterThan(2 ** 20 - 100)
})
