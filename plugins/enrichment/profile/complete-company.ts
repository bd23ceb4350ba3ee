import type { EngineContext } from 'weirjs'
import type { Extraction, ExtractionPage } from '../../extract/service.ts'
import { asOnePage } from '../fields/as-one-page.ts'
import { type Company, distinct, MAX_TEXT, textOf } from './company.ts'
import { digitsOf, distinctPhones, isPhone } from './phones.ts'

const text = (description: string) => ({ type: ['string', 'null'], description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })

/** The fields that a model fills if the pages' data lacks them. */
const properties = {
  name: text("The company's name, with its legal form where the pages have it"),
  description: text('What the company does, in one or two sentences of the pages'),
  phones: texts("The company's telephone numbers as written, no fax numbers"),
  addresses: texts("The company's postal addresses, each in one line"),
} as const
type Asked = keyof typeof properties

const isOpen = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** Fills the missing fields of a company from the pages' text, if there is a model. Throws its errors. */
export async function completeCompany(
  company: Company,
  pages: readonly ExtractionPage[],
  extraction: Extraction,
  context: EngineContext,
): Promise<Company> {
  const open = (Object.keys(properties) as Asked[]).filter((name) => isOpen(company[name]))
  if (open.length === 0 || !(await extraction.hasModel())) return company
  const schema = extraction.readSchema({
    type: 'object',
    properties: Object.fromEntries(open.map((name) => [name, properties[name]])),
    required: open,
  })
  const { data } = await extraction.fill(
    [asOnePage(pages)],
    { schema, prompt: 'The company whose site these pages are.' },
    context,
  )
  const found = data as Partial<Record<Asked, unknown>>
  const written = pages.map(({ markdown }) => markdown).join('\n')
  const list = (value: unknown) => (Array.isArray(value) ? value.flatMap((entry) => textOf(entry) ?? []) : [])
  return {
    ...company,
    name: company.name ?? textOf(found.name),
    description: company.description ?? textOf(found.description, MAX_TEXT),
    phones: isOpen(company.phones)
      ? distinctPhones(list(found.phones).filter((phone) => isWritten(phone, written)))
      : company.phones,
    addresses: isOpen(company.addresses)
      ? distinct(list(found.addresses).filter((address) => isOnPages(address, written)))
      : company.addresses,
  }
}

/** A number that is not on the pages was made up. */
const isWritten = (phone: string, written: string) =>
  isPhone(phone) && digitsOf(written).includes(digitsOf(phone).slice(-6))

/** An address whose words are mostly not on the pages was made up. */
function isOnPages(address: string, written: string): boolean {
  const known = written.toLowerCase()
  const words = address.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words.length > 0 && words.filter((word) => known.includes(word)).length * 3 >= words.length * 2
}
