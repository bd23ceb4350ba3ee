import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { completion, textOf } from '../models/model-server.ts'
import { acme, page } from './acme.ts'
import { answerByLabels, type Enriching, fieldsNamed, startEnriching } from './open.ts'

let weir: Enriching
beforeAll(async () => {
  weir = await startEnriching({
    sites: {
      'acme.test': acme,
      'www.only.test': { '/': page('<p>Industry: Shoes</p>') },
      'busy.test': acme,
      'broken.test': () => new Response('out of order', { status: 503 }),
      'blank.test': { '/': page('<p>Nothing to be learned from this page, whatever one asks of it.</p>') },
    },
    names: { 'acme.test': { mx: [[10, 'mail.acme.test']] }, 'gmail.com': { mx: [[5, 'mx.gmail.com']] } },
  })
})
afterAll(() => weir.close())

describe('a row', () => {
  test('has the facts of the address, the company’s site and the model', async () => {
    const { rows, status } = await weir.enrich({
      data: [{ email: 'Sales@ACME.test' }],
      fields: [...fieldsNamed('industry', 'motto'), { name: 'employees', prompt: 'How many?', type: 'number' }],
    })
    expect(rows).toEqual([
      {
        email: 'Sales@ACME.test',
        domain: 'acme.test',
        industry: 'Robotics',
        motto: 'Small is strong',
        employees: 42,
        discovery: {
          acceptsMail: true,
          mxRecords: ['mail.acme.test'],
          isRoleAddress: true,
          isFreeMail: false,
          isDisposable: false,
        },
        company: {
          name: 'Acme Robotics GmbH',
          description: 'Acme builds small robots.',
          logo: null,
          website: 'http://acme.test/',
          socialProfiles: ['https://www.linkedin.com/company/acme-robotics'],
          phones: ['+49 30 1234567'],
          addresses: ['Main Street 1, 10115 Berlin'],
        },
        enrichment_status: 'success',
        credits_used: 2,
        processing_time_ms: expect.any(Number),
      },
    ])
    expect(Object.keys(rows[0]!).slice(0, 5)).toEqual(['email', 'domain', 'industry', 'motto', 'employees'])
    expect(status).toMatchObject({ status: 'completed', totalRows: 1, rowsSucceeded: 1, creditsUsed: 2, progress: 100 })
  })

  test('is read at `www.` if the domain itself has no site', async () => {
    const { rows } = await weir.enrich({ data: [{ email: 'a@only.test' }], fields: fieldsNamed('industry') })
    expect([rows[0]?.industry, rows[0]?.company.website]).toEqual(['Shoes', 'http://www.only.test/'])
  })

  test('leaves out what was not requested, at the same price', async () => {
    const asked = weir.names.asked.length
    const { rows } = await weir.enrich({
      data: [{ email: 'a@acme.test' }],
      fields: fieldsNamed('industry'),
      options: { includeDiscovery: false, includeProfile: false },
    })
    expect(Object.keys(rows[0]!)).toEqual([
      ...['email', 'domain', 'industry', 'enrichment_status', 'credits_used', 'processing_time_ms'],
    ])
    expect([rows[0]?.industry, rows[0]?.credits_used, weir.names.asked.length]).toEqual(['Robotics', 1, asked])
  })

  test.each([
    ['a@nowhere.test', 'No site of a company was found'],
    ['a@broken.test', 'No site of a company was found'],
    ['a@gmail.com', 'No site of a company was found'],
    ['a@mailinator.com', 'No site of a company was found'],
    ['a@blank.test', 'Neither the company’s site nor the record answers'],
  ])('of %s fails with a reason and costs nothing', async (email, message) => {
    const { key } = await weir.user('free')
    const { rows, status } = await weir.enrich({ data: [{ email }], fields: fieldsNamed('industry') }, { key })
    expect(rows[0]).toMatchObject({ enrichment_status: 'failed', credits_used: 0, industry: null })
    expect(rows[0]?.error).toStartWith(message)
    expect(status).toMatchObject({ status: 'completed', rowsProcessed: 1, rowsFailed: 1, creditsUsed: 0 })
    expect((await weir.get('/v1/users/profile', { key })).body.data.credits.used).toBe(0)
    if (!email.endsWith('.test')) expect(weir.hits.filter((hit) => hit.startsWith(email.slice(2)))).toEqual([])
  })

  test('is answered from its address alone if that is sufficient', async () => {
    weir.model.script(() => completion({ first_name: 'Jane' }))
    const { rows } = await weir.enrich({
      data: [{ email: 'jane.doe@gmail.com' }],
      fields: [{ name: 'first_name', prompt: 'First name as the address has it' }],
    })
    expect(rows[0]).toMatchObject({ enrichment_status: 'success', first_name: 'Jane', company: null })
    expect(textOf(weir.model.asks.at(-1))).toContain('email: jane.doe@gmail.com')
    weir.model.script(answerByLabels)
  })

  test('is answered from its own record if the address has no company', async () => {
    const { rows } = await weir.enrich({
      data: [{ email: 'a@gmail.com', additionalFields: { industry: 'Bakery', crm: { id: 7 } } }],
      fields: fieldsNamed('industry'),
    })
    expect(rows[0]).toMatchObject({ enrichment_status: 'success', industry: 'Bakery', company: null })
    expect(textOf(weir.model.asks.at(-1))).toContain('crm: {"id":7}')
  })
})

describe('a job', () => {
  test('asks the model once per row for all fields, and gets the site once', async () => {
    weir.model.script(answerByLabels)
    weir.hits.length = 0
    const emails = Array.from({ length: 12 }, (_, i) => ({ email: `p${i}@busy.test` }))
    const { rows, status } = await weir.enrich({ data: emails, fields: fieldsNamed('industry', 'motto', 'employees') })
    expect(rows.map(({ industry, motto }) => [industry, motto])).toEqual(
      emails.map(() => ['Robotics', 'Small is strong']),
    )
    expect(weir.model.asks.length).toBe(12)
    const paths = ['/', '/about', '/impressum', '/kontakt']
    expect(weir.hits.sort()).toEqual(paths.map((path) => `busy.test${path}`))
    expect(status.creditsUsed).toBe(24)
  })

  test('returns its rows in the order of the request, including duplicates', async () => {
    const emails = ['b@acme.test', 'a@nowhere.test', 'b@acme.test', 'c@blank.test']
    const { rows } = await weir.enrich({ data: emails.map((email) => ({ email })), fields: fieldsNamed('industry') })
    expect(rows.map(({ email, enrichment_status }) => [email, enrichment_status])).toEqual([
      ['b@acme.test', 'success'],
      ['a@nowhere.test', 'failed'],
      ['b@acme.test', 'success'],
      ['c@blank.test', 'failed'],
    ])
  })

  test('returns rows with invalid addresses as skipped on request', async () => {
    const { rows, status } = await weir.enrich({
      data: [{ email: 'not an address' }, { email: 'a@acme.test' }, { email: '' }],
      fields: fieldsNamed('industry'),
      options: { skipInvalidEmails: true },
    })
    expect(rows.map((row) => [row.email, row.domain, row.enrichment_status, row.error])).toEqual([
      ['not an address', null, 'skipped', 'This is not an e-mail address'],
      ['a@acme.test', 'acme.test', 'success', undefined],
      ['', null, 'skipped', 'This is not an e-mail address'],
    ])
    expect(status).toMatchObject({ totalRows: 3, rowsProcessed: 3, rowsSucceeded: 1, rowsFailed: 0, creditsUsed: 1 })
  })

  test('fails a row that exceeds its time limit, and no other', async () => {
    weir.model.script(async (ask) => {
      if (textOf(ask).includes('slow@')) await Bun.sleep(60_000)
      return answerByLabels(ask)
    })
    const { rows } = await weir.enrich({
      data: [{ email: 'slow@acme.test' }, { email: 'a@acme.test' }],
      fields: fieldsNamed('industry'),
      options: { timeout: 5000 },
    })
    weir.model.script(answerByLabels)
    expect(rows.map((row) => [row.enrichment_status, row.error, row.company.name])).toEqual([
      ['failed', 'The row took longer than 5000 ms; a higher timeout may help', 'Acme Robotics GmbH'],
      ['success', undefined, 'Acme Robotics GmbH'],
    ])
  }, 120_000)

  test('charges one, two or three credits per row by the number of fields', async () => {
    const used = async (count: number) => {
      const names = ['industry', 'motto', 'employees', 'phone', 'street', 'city', 'country'].slice(0, count)
      const { status } = await weir.enrich({ data: [{ email: 'a@acme.test' }], fields: fieldsNamed(...names) })
      return status.creditsUsed
    }
    expect([await used(1), await used(2), await used(3), await used(5), await used(6)]).toEqual([1, 1, 2, 2, 3])
  })

  test('does not follow instructions of the page, and accepts no value of the wrong type', async () => {
    weir.model.script(() => completion({ employees: 'many' }))
    const { rows } = await weir.enrich({
      data: [{ email: 'a@acme.test' }],
      fields: [{ name: 'employees', prompt: 'How many?', type: 'number' }],
    })
    weir.model.script(answerByLabels)
    expect(rows[0]).toMatchObject({ enrichment_status: 'failed', employees: null, credits_used: 0 })
  })

  test('asks a model for facts that the site’s data lack, and accepts no number that is not on the pages', async () => {
    weir.model.script((ask) => {
      const { properties } = ask.response_format.json_schema.schema
      const made = {
        phones: ['+49 30 999 000 111'],
        addresses: ['Nothing to be learned 5'],
        description: 'A page',
        name: 'Blank Inc',
      }
      const known = Object.keys(properties).map((name) => [name, made[name as keyof typeof made] ?? 'x'])
      return completion(Object.fromEntries(known))
    })
    const { rows } = await weir.enrich({ data: [{ email: 'a@blank.test' }], fields: fieldsNamed('industry') })
    weir.model.script(answerByLabels)
    expect(rows[0]?.company).toMatchObject({ name: 'Blank Inc', description: 'A page', phones: [] })
    expect(rows[0]?.company.addresses).toEqual(['Nothing to be learned 5'])
  })
})
