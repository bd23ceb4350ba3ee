import { decodeHTMLAttribute } from 'entities/decode'
import { HTMLRewriter } from 'htmlrewriter'
import type { ExportChoice } from './exports.ts'

/** Bytes of a page that asks for confirmation in which its form stands. */
const CONFIRM_BYTES = 100_000

/** A file too large for Google's virus scan comes after a page whose form confirms that it is wanted. */
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
