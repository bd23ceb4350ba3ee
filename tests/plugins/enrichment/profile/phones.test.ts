import { expect, test } from 'bun:test'
import { distinct, textOf } from '../../../../plugins/enrichment/profile/company.ts'
import { digitsOf, distinctPhones, faxesIn, isPhone, phonesIn } from '../../../../plugins/enrichment/profile/phones.ts'

test('numbers are read after a word for telephone, or with a country code', () => {
  const cases: [string, string[]][] = [
    ['Tel.: 030 123456', ['030 123456']],
    ['Telefonnummer 030/123-456', ['030/123-456']],
    ['**Phone** (030) 123456', ['(030) 123456']],
    ['call us: 0800.123.456', ['0800.123.456']],
    ['Mobil +49 170 1234567', ['+49 170 1234567', '+49 170 1234567']],
    ['write or dial +43 1 2345678 today', ['+43 1 2345678']],
    ['電話: 03-1234-5678', ['03-1234-5678']],
    ['Fax: +43 1 2345678', []],
    ['Tel 030 123456, Fax 030 123457', ['030 123456']],
    ['Telefax: +43 1 2345678', []],
    ['Hotel 030 123456', []],
    ['order 1234567890', []],
    ['Tel: 12345', []],
    ['Tel: 1234 5678 9012 3456', []],
    ['x+43 1 2345678', []],
  ]
  for (const [text, phones] of cases) expect([text, [...phonesIn(text)]]).toEqual([text, phones])
})

test('words for telephone and number are known in many languages', () => {
  const cases: [string, string[]][] = [
    ['Telephone: 020 7946 0958', ['020 7946 0958']],
    ['Phone number: 0161 496 0000', ['0161 496 0000']],
    ['Tél. : 01 23 45 67 89', ['01 23 45 67 89']],
    ['Portable : 06\u00a012\u00a034\u00a056\u00a078', ['06 12 34 56 78']],
    ['| 電話番号 | 03-1234-5678 |', ['03-1234-5678']],
    ['ＴＥＬ：０３−９８７６−５４３２', ['03−9876−5432']],
    ['Тел.: 495 123-45-67', ['495 123-45-67']],
    ['お電話：03-1234-5678', ['03-1234-5678']],
    ['联系电话：010-1234 5678', ['010-1234 5678']],
    ['대표전화 02-123-4567', ['02-123-4567']],
    ['هاتف: ٠٢ ١٢٣٤ ٥٦٧٨', ['02 1234 5678']],
    ['טלפון: 03-1234567', ['03-1234567']],
    ['โทร. 02-123-4567', ['02-123-4567']],
    ['Toll-free 1-800-555-0199', ['1-800-555-0199']],
    ['Tel/Fax: 0113 496 0000', ['0113 496 0000']],
    ['Phone\n\n030 123456\n\nmore', ['030 123456']],
    ['Phone\n\n1234567 people call', []],
    ['Phone\n\n1234567 users', []],
    ['Office (+34) 91 123 45 67', ['(+34) 91 123 45 67']],
    ['Office (+34 91 123 45 67)', ['+34 91 123 45 67']],
    ['over +10 000 000 robots', []],
  ]
  for (const [text, phones] of cases) expect([text, [...phonesIn(text)]]).toEqual([text, phones])
})

test('fax numbers are recognised under any of their names', () => {
  for (const label of ['Fax Number:', 'Faxnummer', 'F:', 'Faks:', '**Telefax**:', 'ФАКС', 'فاكس:', 'פקס:'])
    expect([label, [...phonesIn(`${label} +49 30 7654321`)]]).toEqual([label, []])
  expect([...phonesIn('Tel: 030 123456 / Fax: +49 30 7654321')]).toEqual(['030 123456'])
  expect([...faxesIn('Tel: 030 123456 / Fax: +49 30 7654321')]).toEqual(['+49 30 7654321'])
})

test('100,000 characters of a text are searched', () => {
  const number = 'Tel: 030 123456'
  expect([...phonesIn(`${' '.repeat(100_000 - number.length)}${number}`)]).toEqual(['030 123456'])
  expect([...phonesIn(`${' '.repeat(100_001 - number.length)}${number}`)]).toEqual(['030 12345'].filter(isPhone))
  expect([...phonesIn(`${' '.repeat(100_000)}${number}`)]).toEqual([])
})

test('a number has 6 to 15 digits', () => {
  expect(['1-2345', '123 456', '123456789012345', '1234567890123456'].map(isPhone)).toEqual([false, true, true, false])
  expect(digitsOf('+43 (1) 2-3')).toBe('43123')
})

test('numbers with the same last digits are the same, and the first one is kept as written', () => {
  expect(distinctPhones(['+43 1 2345678', '01/2345678', '01 2345679', 'none'])).toEqual(['+43 1 2345678', '01 2345679'])
  const many = Array.from({ length: 12 }, (_, i) => `030 10000${10 + i}`)
  expect(distinctPhones(many)).toEqual(many.slice(0, 10))
})

test('texts have single spaces and a limit, and are distinct without regard to case', () => {
  expect([textOf(' a \n b '), textOf(5), textOf(''), textOf(' '), textOf(null), textOf({})]).toEqual([
    'a b',
    '5',
    null,
    null,
    null,
    null,
  ])
  expect([textOf('x'.repeat(201)), textOf('xyz', 2)]).toEqual(['x'.repeat(200), 'xy'])
  expect(distinct(['A', 'a', 'b', ''])).toEqual(['A', 'b'])
})
