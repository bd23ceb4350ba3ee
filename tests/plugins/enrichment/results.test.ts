import { expect, test } from 'bun:test'
import Papa from 'papaparse'
import { csvOf } from '../../../plugins/enrichment/results/csv.ts'
import { type EnrichmentInput, makeRow } from '../../../plugins/enrichment/row.ts'

const input = (names: string[], options = {}): EnrichmentInput => ({
  rows: 1,
  fields: names.map((name) => ({ name, prompt: '?', type: 'text' as const })),
  options: {
    concurrency: 5,
    includeDiscovery: false,
    includeProfile: false,
    timeout: 60_000,
    skipInvalidEmails: false,
    ...options,
  },
})
const table = (of: EnrichmentInput, answers: Record<string, unknown>, email = 'a@b.test') => {
  const { head, line } = csvOf(of)
  const row = makeRow(email, of.fields, { domain: 'b.test' }, { status: 'success', answers, millicredits: 1000 })
  const [names, ...rows] = Papa.parse<string[]>(head + line(row), { newline: '\r\n' }).data
  return Object.fromEntries(names!.map((name, i) => [name, rows[0]![i]]))
}

test('cells of a CSV file are unchanged, except that no spreadsheet runs them', () => {
  const tricky = {
    quoted: 'say "hi", twice',
    lines: 'one\r\ntwo\nthree',
    formula: '=HYPERLINK("http://evil.test")',
    plus: '+1 2',
    minus: '-1+2',
    at: '@SUM(1)',
    tab: '\t=1',
    wide: '＝1+1',
    negative: -5,
    yes: true,
    nothing: null,
    list: ['a', 'b'],
    object: { a: [1, '=2'] },
  }
  expect(table(input(Object.keys(tricky)), tricky)).toMatchObject({
    quoted: 'say "hi", twice',
    lines: 'one\r\ntwo\nthree',
    formula: `'=HYPERLINK("http://evil.test")`,
    plus: "'+1 2",
    minus: "'-1+2",
    at: "'@SUM(1)",
    tab: "'\t=1",
    wide: "'＝1+1",
    negative: '-5',
    yes: 'true',
    nothing: '',
    list: 'a; b',
    object: '{"a":[1,"=2"]}',
  })
})

test('names of columns and addresses are defused too', () => {
  expect(table(input(['=cmd|x']), {}, '=x@b.test')).toMatchObject({ "'=cmd|x": '', email: "'=x@b.test" })
})

test('company and discovery have a column for each of their parts', () => {
  const of = input(['industry'], { includeDiscovery: true, includeProfile: true })
  const { head, line } = csvOf(of)
  const row = makeRow(
    'a@b.test',
    of.fields,
    {
      domain: 'b.test',
      discovery: {
        acceptsMail: true,
        mxRecords: ['m1', 'm2'],
        isRoleAddress: false,
        isFreeMail: false,
        isDisposable: false,
      },
      company: null,
    },
    { status: 'failed', error: 'why', time: 12.4 },
  )
  expect(head).toBe(
    'email,domain,industry,discovery.acceptsMail,discovery.mxRecords,discovery.isRoleAddress,discovery.isFreeMail,discovery.isDisposable,company.name,company.description,company.logo,company.website,company.socialProfiles,company.phones,company.addresses,enrichment_status,credits_used,processing_time_ms,error\r\n',
  )
  expect(line(row)).toBe('a@b.test,b.test,,true,m1; m2,false,false,false,,,,,,,,failed,0,12,why\r\n')
})
