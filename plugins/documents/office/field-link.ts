import { linkOf } from '../html-writer/markup.ts'

/** Maximum length of an instruction that is read: that of an address and its fragment. */
export const MAX_INSTRUCTION = 20_000

/** The address in the instruction of a link field, with its fragment; undefined for other fields. */
export const fieldLink = (code: string): string | undefined => {
  if (code.length > MAX_INSTRUCTION) return undefined
  const found = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(code) ?? /^\s*HYPERLINK\s+([^\s"\\]+)/i.exec(code)
  const href = found ? linkOf(found[1]!) : undefined
  const place = /\\l\s*"([^"]+)"/i.exec(code)?.[1]
  return href === undefined || place === undefined || href.includes('#') ? href : `${href}#${place}`
}
