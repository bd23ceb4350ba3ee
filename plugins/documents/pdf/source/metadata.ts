import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import type { Properties } from '../../opc/core-properties.ts'

/** File names that programs write as the title. */
const NO_TITLE =
  /^(?:untitled.*|document\d*|slide \d+|powerpoint presentation|title|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|xlsx?|pptx?|odt|rtf|pdf|tex|dvi|html?|indd|qxd|txt|pub|fm|md))$/i
const NO_AUTHOR =
  /^(?:user|admin|administrator|owner|author|unknown|root|default|windows user|microsoft office user|anonymous)$/i

/** Reads the metadata of a PDF. For texts, XMP takes precedence over the older document information. */
export async function readPdfMetadata(document: PDFDocumentProxy): Promise<Properties> {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }))
  const old = info as Record<string, unknown>
  const xmp = (name: string): string | null => textOf(metadata?.get(name) as unknown)
  const title = xmp('dc:title') ?? textOf(old.Title)
  const author = xmp('dc:creator') ?? textOf(old.Author)
  return {
    title: title !== null && !NO_TITLE.test(title) ? title : null,
    author: author !== null && !NO_AUTHOR.test(author) ? author : null,
    description: xmp('dc:description') ?? textOf(old.Subject),
    language: languageOf(textOf(old.Language) ?? xmp('dc:language')),
    created: dateOf(textOf(old.CreationDate)) ?? isoOf(xmp('xmp:createdate')),
    modified: dateOf(textOf(old.ModDate)) ?? isoOf(xmp('xmp:modifydate')),
  }
}

function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value
  if (typeof text !== 'string') return null
  const clean = text
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
    .trim()
    .slice(0, 1000)
    .toWellFormed()
  return clean === '' ? null : clean
}

const languageOf = (tag: string | null): string | null => {
  try {
    return tag === null ? null : (Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? null)
  } catch {
    // Not a language tag.
    return null
  }
}

/** `D:YYYYMMDDHHmmSSOHH'mm'`. Everything after the year is optional. Source: ISO 32000-1, section 7.9.4. */
const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Z+-])(?:(\d\d)'?(\d\d)?'?)?)?/

function dateOf(text: string | null): string | null {
  const parts = text === null ? null : DATE.exec(text)
  if (parts === null) return null
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes] = parts
  const offset = sign === '+' || sign === '-' ? `${sign}${hours ?? '00'}:${minutes ?? '00'}` : 'Z'
  return isoOf(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
}

function isoOf(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
