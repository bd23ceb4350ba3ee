import { expect, test } from 'bun:test'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'

/** The texts that are valid for a format. */
const fitting = (format: string, texts: readonly string[]) => {
  const { issues } = readSchema({ type: 'object', properties: { v: { type: 'string', format } } })
  return texts.filter((v) => issues({ v }).length === 0)
}

test.each<[format: string, good: string[], bad: string[]]>([
  [
    'date',
    ['2026-01-31', '2024-02-29', '0001-01-01', '2026-12-31', '0099-02-28'],
    ['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '26-01-31', '2026-1-31', '2026-01-31T', ''],
  ],
  [
    'time',
    ['00:00:00Z', '23:59:60z', '12:30:01.5+02:00', '12:30:01-11:30'],
    ['24:00:00Z', '12:60:00Z', '12:30:61Z', '12:30Z', '12:30:00', '1:30:00Z', ''],
  ],
  [
    'date-time',
    ['2026-01-31T12:00:00Z', '2026-01-31t12:00:00+01:00', '2026-01-31 12:00:00Z'],
    ['2026-01-31', '2026-01-31_12:00:00Z', '2026-02-30T12:00:00Z', '2026-01-31T25:00:00Z', '2026-01-31T'],
  ],
  ['duration', ['PT1H30M', 'P1Y2M3W4D', 'PT0.5S', 'P2W'], ['P', 'PT', 'P1H', '1H', 'PT1.5H', 'P1DT']],
  ['email', ['ann@lee.example', 'ann+tea@localhost'], ['ann', 'ann@', '@lee', 'a b@lee', 'ann@@lee', '<ann@lee>']],
  ['uri', ['https://a.example/b?c#d', 'mailto:ann@lee.example'], ['/b', 'a b', 'https://a.example/b c', '']],
  ['uri-reference', ['/b?c', 'https://a.example', '../d', ''], ['/b c', 'http://']],
  [
    'hostname',
    ['a', 'a-b.example', '1.example', `${'a'.repeat(63)}.example`, `${'a.'.repeat(126)}b`],
    ['-a', 'a-', 'a..b', 'a_b', '', `${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}b`],
  ],
  ['ipv4', ['0.0.0.0', '255.10.1.99'], ['256.1.1.1', '1.1.1', '1.1.1.1.1', '01.1.1.1', '1.1.1.a', '']],
  ['ipv6', ['::1', '2001:db8::ff', '::ffff:1.2.3.4'], ['1.2.3.4', ':::', 'fe80::1%eth0', 'g::1', '']],
  [
    'uuid',
    ['123e4567-E89B-12d3-a456-426614174000'],
    ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456', ''],
  ],
  ['made-up', ['anything', ''], []],
])('only valid texts of the format %s are accepted', (format, good, bad) => {
  expect(fitting(format, [...good, ...bad])).toEqual(good)
})
