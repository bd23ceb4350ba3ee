import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ArchiveConfig } from '../../../../plugins/archive/config.ts'
import { createLimits, kinds } from '../../../../plugins/archive/upstream/host-limits.ts'

const limitsOf = (settings: Partial<ArchiveConfig> = {}) => {
  const limits = createLimits(Value.Default(ArchiveConfig, settings) as ArchiveConfig)
  return (host: string) => kinds.map((kind) => limits(host, kind).perMinute)
}

test('the limits for public archives are below those that they set', () => {
  const limits = limitsOf()
  const [index, content] = limits('web.archive.org')
  expect([index! <= 30, content! <= 600]).toEqual([true, true])
  const [cdx, captures] = limits('arquivo.pt')
  expect([cdx! <= 250, captures! <= 400]).toEqual([true, true])
  expect(limits('archive.org')[2]).toBeLessThanOrEqual(60)
})

test('a mirror has the limits of its public archive, and any other host those of an aggregated archive', () => {
  const limits = limitsOf({ waybackUrl: 'http://own.example:8080', cdxUrl: 'http://other.example/all/cdx' })
  expect(limits('own.example:8080')).toEqual(limits('web.archive.org'))
  expect(limits('other.example')).toEqual(limits('arquivo.pt'))
  expect(limits('unknown.example')).toEqual(limits('timetravel.mementoweb.org'))
  expect(limits('unknown.example')[1]).toBeGreaterThan(0)
})

test('a host with several roles has the lowest of their limits', () => {
  const one = 'http://own.example'
  const limits = limitsOf({ waybackUrl: one, cdxUrl: `${one}/all/cdx`, mementoUrl: one })
  expect(limits('own.example')).toEqual([24, 120, 60])
})

test('settings of the operator take precedence', () => {
  const limits = limitsOf({
    waybackUrl: 'http://own.example',
    limits: { 'own.example': {}, 'arquivo.pt': { index: 5 } },
  })
  expect(limits('own.example')).toEqual([undefined, undefined, undefined])
  expect(limits('arquivo.pt')[0]).toBe(5)
})
