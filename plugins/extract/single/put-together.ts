import type { ConvertContext } from '../../content/service.ts'
import { capOutput } from '../fill/cap-output.ts'
import type { OwnExtraction } from '../fill/extraction.ts'
import { missingFrom } from '../fill/missing.ts'
import { combine } from '../pages/combine.ts'
import type { FilledPage } from '../pages/fill-page.ts'
import type { PageInput } from '../pages/input.ts'
import type { Evidence } from '../service.ts'

/** What the pages of one extraction state together. */
export interface Whole {
  extractedData: unknown[]
  sourceUrls: string[]
  missing: string[]
  evidence: Evidence[] | undefined
  warnings: string[]
}

/** Combines what was filled from each page, with what supports it. */
export async function putTogether(
  filled: readonly FilledPage[],
  { schema, evidence: isTold = true, dropUnsupported: drop = false }: PageInput,
  context: ConvertContext,
  extraction: OwnExtraction,
): Promise<Whole> {
  const combined = combine(
    filled.map(({ url, data }) => ({ url, data })),
    schema,
  )
  const { data, warnings } = capOutput(combined.extractedData)
  const things = data as unknown[]
  const { sourceUrls } = combined
  const [first] = filled
  const isOne = filled.length === 1 && first !== undefined
  if (!isTold && !drop)
    return {
      extractedData: things,
      sourceUrls,
      missing: isOne ? first.missing : missingFrom(things[0], schema),
      evidence: undefined,
      warnings,
    }
  const pages = filled.map(({ page }) => page)
  const extractedData: unknown[] = []
  const evidence: Evidence[] = []
  for (const [i, thing] of things.entries()) {
    const support = await extraction.support({ schema, data: thing, pages, drop }, context)
    extractedData.push(support.data)
    for (const each of support.evidence) evidence.push({ ...each, path: `/${i}${each.path}` })
  }
  const missing = isOne && !drop ? first.missing : missingFrom(extractedData[0], schema)
  return { extractedData, sourceUrls, missing, evidence: isTold ? evidence : undefined, warnings }
}
