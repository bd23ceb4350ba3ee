import { Parser } from 'htmlparser2'
import type { ExportChoice } from './exports.ts'

/** The most bytes of a confirmation page that are searched for its form. */
const CONFIRM_BYTES = 100_000

/**
 * Finds the download URL of a file that is too large for Google's virus scan, in the form of the confirmation page.
 */
export const confirmDownload: NonNullable<ExportChoice['leadsOn']> = async ({ url, headers, body }) => {
  if (!/html/i.test(headers.get('content-type') ?? '')) return undefined
  let to: URL | null = null
  let isInForm = false
  const reader = new Parser({
    onopentag(tag, { id, action, name, value }) {
      if (tag === 'form' && id === 'download-form' && action !== undefined) {
        to ??= URL.parse(action, url)
        isInForm = true
      } else if (tag === 'input' && isInForm && name !== undefined && value !== undefined)
        to?.searchParams.set(name, value)
    },
    onclosetag(tag) {
      if (tag === 'form') isInForm = false
    },
  })
  reader.end(new TextDecoder().decode(body.subarray(0, CONFIRM_BYTES)))
  return to ?? undefined
}
