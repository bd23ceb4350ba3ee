import { expect, test } from 'bun:test'
import type { EngineContext } from 'weirjs'
import { answerFields } from '../../../plugins/enrichment/fields/answer-fields.ts'
import type { ExtractionPage } from '../../../plugins/extract/service.ts'

const page: ExtractionPage = { url: 'https://a.example/', markdown: 'MORE', structured: { a: 1 }, json: null }

/** Answers the fields of a row, and returns the answer with the pages that were asked. */
async function answered({
  additionalFields,
  pages = [page],
  hasModel = true,
  data = { a: 1 } as unknown,
  model = 'test',
}: {
  additionalFields?: Record<string, unknown>
  pages?: ExtractionPage[]
  hasModel?: boolean
  data?: unknown
  model?: string
} = {}) {
  const asked: ExtractionPage[] = []
  const extraction = {
    hasModel: async () => hasModel,
    fill: async (given: ExtractionPage[]) => {
      asked.push(...given)
      return { data, model }
    },
  }
  const item = { email: 'ada@a.example', additionalFields } as Parameters<typeof answerFields>[0]
  const answer = await answerFields(item, pages, { schema: {}, extraction } as never, {} as EngineContext).catch(
    (error: { code: string; message: string; details: unknown }) => [error.code, error.message, error.details],
  )
  return { answer, asked }
}

test('a model is asked about everything at once, a reader of data about each page, the record first', async () => {
  const record = '# The record\n\n- email: ada@a.example\n\n- size: 5\n\n- note: words\n\n- list: [1]'
  const additionalFields = { size: 5, note: 'words', list: [1] }
  const one = await answered({ additionalFields })
  expect([one.answer, one.asked.length]).toEqual([{ a: 1 }, 1])
  expect(one.asked[0]!.markdown).toStartWith(record)
  expect(one.asked[0]!.markdown).toContain('MORE')
  const { asked } = await answered({ additionalFields, hasModel: false })
  expect(asked).toEqual([{ url: 'urn:record', markdown: record, structured: null, json: null }, page])
})

test('a record is shown up to 4,000 characters', async () => {
  const { asked } = await answered({ additionalFields: { note: 'x'.repeat(5000) }, hasModel: false })
  expect(asked[0]!.markdown).toHaveLength(4000)
})

test('a model is asked about the address alone', async () => {
  const { answer, asked } = await answered({ pages: [] })
  expect([answer, asked.length]).toEqual([{ a: 1 }, 1])
  expect(asked[0]!.markdown).toStartWith('# The record\n\n- email: ada@a.example')
  expect((await answered({ pages: [], data: { a: null } })).answer).toEqual([
    'extraction_failed',
    'No site of a company was found for this address, and the record answers none of the fields',
    { reason: 'unanswered' },
  ])
})

test('without a model, a row with only an address is not asked about', async () => {
  const { answer, asked } = await answered({ pages: [], hasModel: false })
  expect([answer, asked]).toEqual([
    [
      'extraction_failed',
      'No site of a company was found for this address, the record has no additionalFields, and no language model is configured (WEIR_LLM_URL)',
      { reason: 'unanswered' },
    ],
    [],
  ])
  const known = { pages: [], hasModel: false, additionalFields: { a: 1 } }
  expect((await answered(known)).answer).toEqual({ a: 1 })
})

test('a row without any answered field fails, with a remedy', async () => {
  const empty = [{ a: '' }, { a: ' \n\u00a0' }, { a: {} }, { a: [] }, { a: '', b: null, c: [] }]
  for (const data of [{ a: null }, {}, null, 'text', { a: undefined }, ...empty])
    expect((await answered({ data })).answer).toEqual([
      'extraction_failed',
      'Neither the company’s site nor the record answers any of the fields',
      { reason: 'unanswered' },
    ])
  const { answer } = await answered({ data: {}, model: 'structured' })
  expect((answer as string[])[1]).toContain('WEIR_LLM_URL')
  for (const data of [{ a: null, b: false }, { a: 0 }]) expect((await answered({ data })).answer).toEqual(data)
  expect((await answered({ data: { a: '', b: ' ', c: {}, d: [], e: [0] } })).answer).toEqual({
    ...{ a: null, b: null, c: null, d: null },
    e: [0],
  })
})
