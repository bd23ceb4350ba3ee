import { decodeHTMLAttribute } from 'entities/decode'
import { HTMLRewriter } from 'htmlrewriter'
import type { ExportChoice } from './exports.ts'

/** The most bytes of a confirmation page that are searched for its form. */
const CONFIRM_BYTES = 100_000

/**
 * Finds the download URL of a file that is too large for Google's virus scan, in the form of the confirmation page.
 */
export const confirmDownload: NonNullable<ExportChoice['leadsOn']> = async ({ url, headers, body }) => {
  if (!/html/i.test(headers.get('content-type') ?? '')) return undefined
  let to: URL | null = null
  const valueOf = (element: { getAttribute(name: string): string | null }, name: string) =>
    decodeHTMLAttribute(element.getAttribute(name) ?? '')
  const reader = new HTMLRewriter()
    .on('form#download-form[action]', {
      element(form) {
        to ??= URL.parse(valueOf(form, 'action'), url)
      },
    })
    .on('form#download-form input[name][value]', {
      element: (input) => void to?.searchParams.set(valueOf(input, 'name'), valueOf(input, 'value')),
    })
  await reader.transform(new Response(body.slice(0, CONFIRM_BYTES))).text()
  return to ?? undefined
}
