import { deadline, isApiError } from 'weirjs'
import type { Extraction, ExtractionPage } from '../../extract/service.ts'
import type { Company } from './company.ts'
import { completeCompany } from './complete-company.ts'
import { readCompany } from './read-company.ts'
import type { Site, SiteContext } from './site.ts'

export type { Company } from './company.ts'
export { createSite, type Site, type SiteContext } from './site.ts'

/** A company, and the pages of its site. */
export interface Profile {
  /** Null if it has no site that can be reached. */
  company: Company | null
  pages: ExtractionPage[]
}

/** Milliseconds for the pages of a site, and for a model's answers about them; 0 means that no model is asked. */
export interface ProfileTime {
  pages: number
  model: number
}

/** Collects what a company's own site says about it. */
export async function profileOf(
  domain: string,
  time: ProfileTime,
  { site, extraction }: { site: Site; extraction: Extraction },
  context: SiteContext,
): Promise<Profile> {
  const found = await site.visit(domain, time.pages, context)
  if (found.length === 0) return { company: null, pages: [] }
  const company = readCompany(found)
  const pages = found.map(({ url, markdown, structured, json }) => ({ url, markdown, structured, json }))
  if (time.model === 0) return { company, pages }
  using model = deadline(context.signal, time.model)
  try {
    return { company: await completeCompany(company, pages, extraction, { ...context, signal: model.signal }), pages }
  } catch (error) {
    context.signal.throwIfAborted()
    // What a model does not find in time stays empty.
    if (isApiError(error) || model.isLate) return { company, pages }
    throw error
  }
}
