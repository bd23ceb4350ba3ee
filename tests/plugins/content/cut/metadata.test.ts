import { expect, test } from 'bun:test'
import { cutMetadata } from '../../../../plugins/content/cut/metadata.ts'
import { emptyMetadata } from '../../../../plugins/content/metadata/empty.ts'

test('endless names in structured data are cut at a megabyte, whatever the maximum output of the page', () => {
  const metadata = emptyMetadata()
  const names = Object.fromEntries(
    Array.from({ length: 120_000 }, (_, i) => [`name${i}`.padEnd(40, '-'), 'a'.repeat(40)]),
  )
  metadata.structuredData.microdata = [names]
  const { metadata: cut, isCut } = cutMetadata(metadata, 16 * 2 ** 20)
  expect(isCut).toBe(true)
  const length = JSON.stringify(cut.structuredData.microdata).length
  expect(length).toBeLessThanOrEqual(2 ** 20)
  expect(length).toBeGreaterThan(2 ** 20 - 100)
})

test('short texts in structured data are limited by number', () => {
  const metadata = emptyMetadata()
  metadata.structuredData.jsonLd = [{ '@type': Array.from({ length: 120_000 }, () => 'Article') }]
  const { metadata: cut, isCut } = cutMetadata(metadata, 16 * 2 ** 20)
  const types = (cut.structuredData.jsonLd[0] as { '@type': string[] })['@type']
  expect([isCut, types.length > 25_000, types.length < 35_000]).toEqual([true, true, true])
  const few = emptyMetadata()
  few.structuredData.jsonLd = [{ '@type': Array.from({ length: 20_000 }, () => 'Article') }]
  expect(cutMetadata(few, 16 * 2 ** 20)).toEqual({ metadata: few, isCut: false })
})
