import { isBundle } from './bundles.ts'
import { leadsElsewhere } from './leads-elsewhere.ts'
import { namesScript, writes } from './marks.ts'
import { surveyPage } from './survey-page.ts'

/** A shell is short, save for the code and data that it carries along. */
const MOST_BYTES = 1024 * 1024
/** Letters up to which a page hardly says anything, and those of a page that says nothing. */
const THIN = 300
const THIN_WITHOUT_MOUNT = 200
const NOTHING = 20

/**
 * Whether a page is but a shell that scripts fill: it has hardly any text of its own, and scripts that would make it.
 * Source: decisions 5.3.
 *
 * A page that is short by itself is none, nor one that leads elsewhere: what is missing there no script would bring.
 */
export function isScriptShell(body: Uint8Array): boolean {
  if (body.byteLength > MOST_BYTES) return false
  const survey = surveyPage(body)
  if (survey === null) return false
  const { letters, mounts, objects, scripts, noscript, redirects } = survey
  if (letters > THIN || redirects || scripts.length === 0) return false
  if (scripts.every(({ src, code }) => !src && leadsElsewhere(code))) return false
  const makes = scripts.some(({ src, code, module }) => (src ? module || isBundle(src) : writes.test(code)))
  if (!makes) return false
  if (mounts > 0) return true
  if (letters <= THIN_WITHOUT_MOUNT && objects === 0 && namesScript.test(noscript)) return true
  return letters <= NOTHING && objects === 0
}
