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
  /** Null where it has no site that can be reached. */
  company: Company | null
  pages: ExtractionPage[]
}

/** Milliseconds for the pages of a site, and for what a model makes of them; 0 asks none. */
export interface ProfileTime {
  pages: number
  model: number
}

/** What is found out of a company by its own site. */
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
    // What a model did not find, or not in time, is left open.
    if (isApiError(error) || model.isLate) return { company, pages }
    throw error
  }
}
