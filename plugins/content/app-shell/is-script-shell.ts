import type { PageInspection } from '../service.ts'
import { isBundle } from './bundles.ts'
import { namesScript, writes } from './framework-signatures.ts'
import { leadsElsewhere } from './leads-elsewhere.ts'
import { FIRST_BYTES, type PageSurvey, showsText, surveyPage } from './survey-page.ts'

/** The most bytes of a shell, which is short apart from the code and data that it carries. */
const MAX_BYTES = 1024 * 1024
/** The most letters of a page that says hardly anything, of one without a mount, and of one that says nothing. */
const THIN = 300
const THIN_WITHOUT_MOUNT = 200
const NOTHING = 20
/** The most seconds until a redirect that nobody sees the page before. */
const AT_ONCE = 1

/** The result for a page with content. */
const SHOWN: PageInspection = { needsScript: false, isEmpty: false, leadsTo: null }

/** Inspects a page if that takes only a moment; otherwise undefined. */
export function inspectQuickly(body: Uint8Array): PageInspection | undefined {
  if (body.byteLength <= FIRST_BYTES || body.byteLength > MAX_BYTES) return inspectPage(body)
  return showsText(body) ? SHOWN : undefined
}

/** Inspects a page, in linear time. */
export function inspectPage(body: Uint8Array): PageInspection {
  if (body.byteLength > MAX_BYTES) return SHOWN
  const survey = surveyPage(body)
  if (survey === null) return SHOWN
  const { letters, objects, refresh } = survey
  const isEmpty = letters === 0 && objects === 0
  const leadsTo = refresh && refresh.seconds <= AT_ONCE && letters <= THIN && objects === 0 ? refresh.href : null
  return { needsScript: isShell(survey) || (isEmpty && hasPageScripts(survey)), isEmpty, leadsTo }
}

/**
 * Whether a page is only a shell that scripts fill: it has hardly any text, and scripts that would create it.
 * Source: decisions 5.3.
 *
 * A page that is just short is not a shell, nor is one that redirects: scripts would add nothing.
 */
function isShell(survey: PageSurvey): boolean {
  const { letters, mounts, objects, scripts, noscript } = survey
  if (letters > THIN || !hasPageScripts(survey)) return false
  const makes = scripts.some(({ src, code, module }) => (src ? module || isBundle(src) : writes.test(code)))
  if (!makes) return false
  if (mounts > 0) return true
  if (letters <= THIN_WITHOUT_MOUNT && objects === 0 && namesScript.test(noscript)) return true
  return letters <= NOTHING && objects === 0
}

/** Whether there are scripts that do more than redirect. */
const hasPageScripts = ({ refresh, scripts }: PageSurvey): boolean =>
  refresh === null && scripts.some(({ src, code }) => src !== '' || !leadsElsewhere(code))
