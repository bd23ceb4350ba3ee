import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import {
  type Company,
  type ProfileTime,
  profileOf,
  type SiteContext,
} from '../../../../plugins/enrichment/profile/index.ts'
import type { SitePage } from '../../../../plugins/enrichment/profile/site.ts'

const pageOf = (markdown: string, thing?: Record<string, unknown>): SitePage => ({
  url: 'https://acme.test/',
  markdown,
  structured: thing ? { items: { Organization: [{ type: 'Organization', ...thing }] } } : null,
  json: null,
  links: [],
  about: { title: null, description: null, siteName: null },
})

interface World {
  pages: SitePage[]
  /** The answers of the model. Without them there is no model. */
  answer?: Record<string, unknown> | (() => Promise<never>)
  time?: Partial<ProfileTime>
  signal?: AbortSignal
}

/** The profile of a site with these pages, and the requests to the model. */
async function read({ pages, answer, time, signal = new AbortController().signal }: World) {
  const asked: { names: string[]; required: unknown; markdown: string }[] = []
  const visits: unknown[] = []
  const extraction = {
    hasModel: async () => answer !== undefined,
    readSchema: (schema: unknown) => schema,
    async fill(
      [one, ...others]: SitePage[],
      { schema }: { schema: { properties: Record<string, unknown>; required: string[] } },
    ) {
      expect(others).toEqual([])
      asked.push({ names: Object.keys(schema.properties), required: schema.required, markdown: one!.markdown })
      return typeof answer === 'function' ? await answer() : { data: answer }
    },
  }
  const site = {
    async visit(domain: string, timeout: number) {
      visits.push([domain, timeout])
      return pages
    },
  }
  const times = { pages: 5000, model: 1000, ...time }
  const ports = { site, extraction } as unknown as Parameters<typeof profileOf>[2]
  const profile = await profileOf('acme.test', times, ports, { signal } as SiteContext)
  return { ...profile, asked, visits }
}

const whole = {
  name: 'Acme',
  description: 'Robots',
  telephone: '+49 30 1234567',
  address: 'Main Street 1, Berlin',
}

describe('a company', () => {
  test('is null if there is no site', async () => {
    const { company, pages, visits } = await read({ pages: [] })
    expect([company, pages, visits]).toEqual([null, [], [['acme.test', 5000]]])
  })

  test('is not requested from a model if the data are complete, without time, or without a model', async () => {
    const none = async (world: World) => (await read(world)).asked
    expect(await none({ pages: [pageOf('', whole)], answer: {} })).toEqual([])
    expect(await none({ pages: [pageOf('')], answer: {}, time: { model: 0 } })).toEqual([])
    const { company, asked } = await read({ pages: [pageOf('', { name: 'Acme' })] })
    expect([company?.name, company?.description, asked]).toEqual(['Acme', null, []])
  })

  test('has only the facts that its data lack from the model', async () => {
    const page = pageOf('Ring 030 555 0100. We are in Side Street 5, 10117 Berlin.', { name: 'Acme' })
    const answer = {
      name: 'Another name',
      description: '  They build \n robots. ',
      phones: ['(030) 555-0100', 5, null, '030 999 9999', 'call'],
      addresses: ['Side Street 5, 10117 Berlin', 'side street 5, 10117 BERLIN', 'Elsewhere 7, 20000 Hamburg'],
    }
    const { company, asked, pages } = await read({ pages: [page, pageOf('More')], answer })
    expect(company).toMatchObject({
      name: 'Acme',
      description: 'They build robots.',
      phones: ['(030) 555-0100'],
      addresses: ['Side Street 5, 10117 Berlin'],
    })
    const open = ['description', 'phones', 'addresses']
    expect(asked).toEqual([{ names: open, required: open, markdown: expect.stringMatching(/Ring 030[\s\S]*More/) }])
    expect(pages).toEqual([page, pageOf('More')].map(({ links: _, about: __, ...kept }) => kept))
  })

  test('keeps its own numbers and addresses if it has some', async () => {
    const answer = { name: 'Acme', description: 'x'.repeat(1001), phones: ['030 555 0100'], addresses: ['A 1'] }
    const thing = { telephone: whole.telephone, address: whole.address }
    const { company, asked } = await read({ pages: [pageOf('030 555 0100 A 1', thing)], answer })
    expect(company).toMatchObject({ name: 'Acme', phones: [whole.telephone], addresses: [whole.address] })
    expect([company?.description?.length, asked[0]?.names]).toEqual([1000, ['name', 'description']])
  })

  test('has an address from the model if two thirds of its words are on the pages', async () => {
    const addresses = async (address: string) => {
      const answer: Partial<Company> = { addresses: [address] }
      return (await read({ pages: [pageOf('North Road, York')], answer })).company?.addresses
    }
    expect(await addresses('north road england')).toEqual(['north road england'])
    expect(await addresses('north england')).toEqual([])
    expect(await addresses('1, 2')).toEqual([])
  })

  test('has a number from the model if the pages have its last six digits', async () => {
    const phones = async (phone: unknown) =>
      (await read({ pages: [pageOf('Dial 12-34 567')], answer: { phones: [phone] } })).company?.phones
    expect(await phones('+49 30 1234567')).toEqual(['+49 30 1234567'])
    expect(await phones('+49 30 234 567')).toEqual(['+49 30 234 567'])
    expect(await phones('+49 30 1234568')).toEqual([])
    expect(await phones('34567')).toEqual([])
  })
})

describe('a model without an answer', () => {
  const pages = [pageOf('Text', { name: 'Acme' })]
  const failing = (error: Error) => async () => {
    throw error
  }

  test('leaves its facts open, and the profile continues', async () => {
    const { company } = await read({ pages, answer: failing(new ApiError('extraction_failed', 'no answer')) })
    expect([company?.name, company?.description]).toEqual(['Acme', null])
  })

  test('in time has the same effect', async () => {
    const late = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 20))
    expect((await read({ pages, answer: late, time: { model: 5 } })).company?.name).toBe('Acme')
  })

  test('because of a fault of the server reports the fault', async () => {
    await expect(read({ pages, answer: failing(new TypeError('a fault')) })).rejects.toThrow('a fault')
  })

  test('because of an abort ends with its reason', async () => {
    const controller = new AbortController()
    const answer = async () => {
      controller.abort(new Error('cancelled'))
      throw new ApiError('timeout', 'late')
    }
    await expect(read({ pages, answer, signal: controller.signal })).rejects.toThrow('cancelled')
  })
})
