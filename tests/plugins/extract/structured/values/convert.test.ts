import { describe, expect, test } from 'bun:test'
import type { Kind } from '../../../../../plugins/extract/structured/shape.ts'
import { convert } from '../../../../../plugins/extract/structured/values/convert.ts'
import { asDuration, readMinutes, readNumber } from '../../../../../plugins/extract/structured/values/number.ts'
import { textOf, textsOf } from '../../../../../plugins/extract/structured/values/text.ts'

interface Asked {
  /** The name of the property. */
  as?: string
  schema?: Record<string, unknown>
  commaIsPoint?: boolean
}

const converted = (kind: Kind, value: unknown, { as = 'thing', schema = {}, commaIsPoint = false }: Asked = {}) =>
  convert(
    value,
    { kind, schema, properties: [] },
    { url: 'https://shop.example/kettles/1', words: as.split(' '), commaIsPoint },
  )

test.each([
  ['1.299,50 TL', 'TRY'],
  ['199 Kč', 'CZK'],
  ['R$ 10,00', 'BRL'],
  ['1,200円(税込)', 'JPY'],
  ['12,50 €', 'EUR'],
  ['1 299 руб.', 'RUB'],
  ['$5', undefined],
  ['TLC', 'TLC'],
])('the currency of %j is %p', (text, currency) => {
  expect(converted('string', text, { as: 'currency' })).toBe(currency)
})

describe('a text', () => {
  test.each<[unknown, string | undefined]>([
    ['Blue  Kettle\n', 'Blue Kettle'],
    ['Tea &amp; milk', 'Tea & milk'],
    ['<b>Tea</b>&nbsp;pot', 'Tea pot'],
    ['a < b and b > c', 'a < b and b > c'],
    [12.5, '12.5'],
    [true, 'true'],
    [{ name: 'Ann Lee', url: '/ann' }, 'Ann Lee'],
    [{ url: '/ann' }, '/ann'],
    [{ value: 3, unitText: 'kg' }, '3 kg'],
    [{ value: 3, currency: 'EUR' }, '3 EUR'],
    [{ value: 3, unitCode: 'KGM' }, '3 kg'],
    [{ value: 3, unitCode: 'C62' }, '3'],
    [
      { dayOfWeek: ['Monday', 'https://schema.org/Friday'], opens: '09:00:00', closes: '17:30' },
      'Monday, Friday 09:00–17:30',
    ],
    [{ dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' }, 'Sunday closed'],
    [{ opens: '09:00', closes: '17:30' }, '09:00–17:30'],
    [{ dayOfWeek: 'Sunday', opens: '09:00' }, undefined],
    [{ ratingValue: '4.5' }, '4.5'],
    [{ streetAddress: '1 High St', addressCountry: { name: 'UK' }, postalCode: 'N1' }, '1 High St, N1, UK'],
    [{ address: { addressLocality: 'Ulm' } }, 'Ulm'],
    [['first', 'second'], 'first'],
    [[], undefined],
    [{}, undefined],
    [null, undefined],
    ['', undefined],
    ['mailto:ann@lee.example', 'ann@lee.example'],
    ['tel:+49 30 1', '+49 30 1'],
  ])('of %j is %j', (value, text) => {
    expect(converted('string', value)).toBe(text)
  })

  test('of several values has all of them if the property is plural', () => {
    expect(converted('string', ['a', 'b', 'a'], { as: 'tags' })).toBe('a, b')
    expect(converted('string', ['a', 'b', 'a'], { as: 'product tags' })).toBe('a, b')
    expect(converted('string', ['a', 'b'], { as: 'tags shown' })).toBe('a')
    expect(converted('string', ['a', 'b'], { as: 'name' })).toBe('a')
    const [fits, long] = ['x'.repeat(60), 'x'.repeat(61)]
    expect(converted('string', [fits, 'b'], { as: 'steps' })).toBe(`${fits}, b`)
    expect(converted('string', [long, 'b'], { as: 'steps' })).toBe(`${long}\nb`)
  })

  test('of an address is absolute, and undefined if the address is invalid', () => {
    const asked = { schema: { format: 'uri' } }
    expect(converted('string', '/a?b', asked)).toBe('https://shop.example/a?b')
    expect(converted('string', { contentUrl: 'c.png', url: '/d' }, asked)).toBe('https://shop.example/kettles/c.png')
    expect(converted('string', { id: '#e' }, asked)).toBe('https://shop.example/kettles/1#e')
    expect(converted('string', ['javascript:x()', 'a b', 'ftp://f.example/'], asked)).toBe('ftp://f.example/')
    expect(converted('string', 'javascript:x()', asked)).toBeUndefined()
    for (const word of ['PDF', '4.5', '10:30']) expect(converted('string', word, asked)).toBeUndefined()
    for (const as of ['url', 'product link', 'href'])
      expect([as, converted('string', '/a', { as })]).toEqual([as, 'https://shop.example/a'])
    expect(converted('string', 'red or blue', { as: 'url' })).toBeUndefined()
    expect(converted('string', '/a.png', { as: 'main image' })).toBe('https://shop.example/a.png')
    expect(converted('string', 'a kettle on a stove', { as: 'image' })).toBe('a kettle on a stove')
    expect(converted('string', '/a.png', { as: 'image name' })).toBe('/a.png')
  })

  test.each<[format: string, string, string | undefined]>([
    ['date', '2024-03-01T23:30:00+02:00', '2024-03-01'],
    ['date', 'Fri, 01 Mar 2024 23:30:00 -0500', '2024-03-01'],
    ['date', '20240301T2330-0500', '2024-03-01'],
    ['date', '2024-02-31', undefined],
    ['date', '2024-03-01', '2024-03-01'],
    ['date', 'March 1, 2024', '2024-03-01'],
    ['date', 'soon', undefined],
    ['date-time', '2024-03-01T10:00:00+02:00', '2024-03-01T10:00:00+02:00'],
    ['date-time', 'Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
    ['date-time', '12 juin 2024 10:30', '2024-06-12T10:30:00.000Z'],
    ['date-time', '2024-03-01', undefined],
    ['date-time', 'soon', undefined],
    ['duration', 'PT90M', 'PT90M'],
    ['duration', '1 hr 30 min', 'PT1H30M'],
    ['duration', 'soon', undefined],
    ['email', 'mailto:ann@lee.example?subject=Tea', 'ann@lee.example'],
    ['made-up', 'as it is', 'as it is'],
  ])('of the format %s from %j is %j', (format, value, text) => {
    expect(converted('string', value, { schema: { format } })).toBe(text)
  })

  test('of a currency is its code', () => {
    const currencyOf = (value: string) => converted('string', value, { as: 'price currency' })
    expect(['EUR', '24 USD', '€ 5', '5 zł', '£3', 'EURO'].map(currencyOf)).toEqual([
      'EUR',
      'USD',
      'EUR',
      'PLN',
      'GBP',
      undefined,
    ])
    expect(converted('string', '€ 5', { as: 'currency sign' })).toBe('€ 5')
  })
})

test('an enum value is the one that the page means', () => {
  const oneOf = (value: unknown, ...values: unknown[]) => converted('string', value, { schema: { enum: values } })
  expect(oneOf('https://schema.org/InStock', 'in_stock')).toBeUndefined()
  expect(oneOf('InStock', 'sold_out', 'in_stock')).toBe('in_stock')
  expect(oneOf(['blue', 'RED'], 'red', 'green')).toBe('red')
  expect(oneOf('4', 3, 4)).toBe(4)
  expect(oneOf('true', true)).toBe(true)
  // Marks tell values apart that have the same letters.
  expect(['c#', 'C', 'C--'].map((text) => oneOf(text, 'C', 'C++', 'C#'))).toEqual(['C#', 'C', undefined])
  expect(['-', '*'].map((text) => oneOf(text, '+', '-'))).toEqual(['-', undefined])
  expect(oneOf('null', null)).toBeUndefined()
  expect(oneOf({}, 'a')).toBeUndefined()
  expect(converted('string', 'New', { schema: { const: 'new' } })).toBe('new')
  expect(converted('string', 'Used', { schema: { const: 'new' } })).toBeUndefined()
})

test('booleans are read in several languages', () => {
  const truths: unknown[] = [true, 'Yes', 'ja', 'In stock', 'InStock', 'available now', 'Verfügbar', 1]
  const lies: unknown[] = [false, 'No', 'nein, leider', 'Sold out', 'OutOfStock', 0]
  const neither: unknown[] = ['maybe', '', null, {}, 'not yes']
  const read = (values: unknown[]) => new Set(values.map((value) => converted('boolean', value)))
  expect([read(truths), read(lies), read(neither)]).toEqual([new Set([true]), new Set([false]), new Set([undefined])])
})

test('a number is within the limits of the schema', () => {
  const schema = { minimum: 1, maximum: 5 }
  expect([0.5, 1, 5, 5.5].map((value) => converted('number', value, { schema }))).toEqual([undefined, 1, 5, undefined])
  expect([0.5, 6].map((value) => converted('number', value, { schema: { minimum: 1 } }))).toEqual([undefined, 6])
  expect(['4 of 5', '4.5', 'none', null].map((value) => converted('integer', value))).toEqual([
    4,
    undefined,
    undefined,
    undefined,
  ])
  expect(converted('number', '1.299', { commaIsPoint: true })).toBe(1299)
  expect(converted('number', ['3', '4'])).toBe(3)
})

test('a duration as a number is in the unit of its property name', () => {
  const lasting = (value: string, as: string) => converted('number', value, { as })
  expect(lasting('PT1H30M', 'total time')).toBe(90)
  expect(lasting('PT1H30M', 'length')).toBe(90)
  expect(lasting('1 hr 30 min', 'total time')).toBe(90)
  expect(lasting('1 hr 30 min', 'duration hours')).toBe(1.5)
  expect(lasting('1 hr 30 min', 'time hrs')).toBe(1.5)
  expect(lasting('2 min', 'time sec')).toBe(120)
  expect(lasting('45', 'cook time')).toBe(45)
  expect(lasting('soon', 'cook time')).toBeUndefined()
  expect(lasting('1:30', 'cook time')).toBeUndefined()
  expect(lasting('1:30', 'scale')).toBe(1)
  expect(lasting('12 hours', 'servings')).toBe(12)
})

test('numbers are read with their signs, and thousands separators differ from decimal points', () => {
  const cases: [string, number | null, number | null][] = [
    ['−3', -3, -3],
    ['-$5.00', -5, -5],
    ['-EUR 5', -5, -5],
    ['–5', -5, -5],
    ['– 5', 5, 5],
    ['Refund: −£1,234.56', -1234.56, -1234.56],
    ['($5.00)', -5, -5],
    ['$ (1,234.50)', -1234.5, -1234.5],
    ['(USD 5)', -5, -5],
    ['(5)', 5, 5],
    ['(€ 5 per night)', 5, 5],
    ['5.00-', -5, -5],
    ['Size 5-', 5, 5],
    ['10-20', 10, 10],
    ['about 12', 12, 12],
    ['1,234.5', 1234.5, 1234.5],
    ['1.234,5', 1234.5, 1234.5],
    ['1,2,3', null, null],
    ['1.234.567', 1234567, 1234567],
    ['0.125', 0.125, 0.125],
    ['0,125', 0.125, 0.125],
    ['1234,567', 1234.567, 1234.567],
    ['12,', 12, 12],
    ['1 234 567,89', 1234567.89, 1234567.89],
    ['12 345 67', 12345, 12345],
    ['1’299.-', 1299, 1299],
    ['a word or two 5', null, null],
    ['no. 5', 5, 5],
    ['₹1,29,999', 129999, 129999],
    ['Rs. 12,34,567.50', 1234567.5, 1234567.5],
    ['½ cup', 0.5, 0.5],
    ['1 ⅛ cups', 1.125, 1.125],
    ['1万2000円', 12000, 12000],
    ['3千人', 3000, 3000],
    ['5千克', 5, 5],
    ['$1.1 million', 1_100_000, 1_100_000],
    ['1,5 Mrd. Euro', 1_500_000_000, 1_500_000_000],
    ['2 тыс. руб.', 2000, 2000],
    ['3 thousandths', 3, 3],
    ['24K gold', null, null],
    ['1.2M', null, null],
    ['5m', 5, 5],
    ['16GB', 16, 16],
  ]
  for (const [text, point, comma] of cases)
    expect([text, readNumber(text, false), readNumber(text, true)]).toEqual([text, point, comma])
})

test('durations are read and written to the second', () => {
  const cases: [string, number | null][] = [
    ['P1D', 1440],
    ['P1DT1H1M30S', 1501.5],
    ['PT30S', 0.5],
    ['P', null],
    ['2 days, 3 hours', 3060],
    ['1 Tag', 1440],
    ['2 Std 15 Minuten', 135],
    ['90 secs', 1.5],
    ['1,5 h', 90],
    ['5 months', null],
    ['1h30', 90],
    ['1 h 05', 65],
    ['2 hours 7 days', 2 * 60 + 7 * 1440],
    ['24 h 2024', 1440],
    ['1 1/2 hours', 90],
    ['1½ h', 90],
    ['¾ Stunde', 45],
  ]
  for (const [text, minutes] of cases) expect([text, readMinutes(text)]).toEqual([text, minutes])
  expect([0, 0.4, 59, 60, 61, 119.99, 125.5, 1440].map(asDuration)).toEqual([
    'PT0M',
    'PT24S',
    'PT59M',
    'PT1H',
    'PT1H1M',
    'PT1H59M59S',
    'PT2H5M30S',
    'PT24H',
  ])
})

test('a list consists of its items, the steps of its sections, or the lines of a text', () => {
  expect(textsOf('Fill it.<br>Boil it.\n\nPour.')).toEqual(['Fill it.', 'Boil it.', 'Pour.'])
  expect(textsOf(['a', { name: 'b' }, '', 3, null])).toEqual(['a', 'b', '3'])
  const step = (text: string) => ({ type: 'HowToStep', name: `${text.slice(0, 2)}…`, text })
  const section = { type: 'HowToSection', name: 'Before', itemListElement: [step('Fill it.'), step('Boil it.')] }
  expect(textsOf([section, step('Pour.')])).toEqual(['Fill it.', 'Boil it.', 'Pour.'])
  expect(textsOf({ type: 'HowToStep', name: 'Wait', itemListElement: ['x'] })).toEqual(['Wait'])
  const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { itemListElement: [nested(depth - 1)] })
  expect([textsOf(nested(5)), textsOf(nested(6))]).toEqual([['deep'], []])
  const named = (depth: number): unknown => (depth === 0 ? 'deep' : { name: named(depth - 1) })
  expect([textOf(named(6)), textOf(named(7))]).toEqual(['deep', null])
})
