import { linkOf } from '../html-writer/markup.ts'

/** The address of a field that is a link, with the place there that it names. */
export const fieldLink = (code: string): string | undefined => {
  const found = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(code) ?? /^\s*HYPERLINK\s+([^\s"\\]+)/i.exec(code)
  const href = found ? linkOf(found[1]!) : undefined
  const place = /\\l\s*"([^"]+)"/i.exec(code)?.[1]
  return href === undefined || place === undefined || href.includes('#') ? href : `${href}#${place}`
}
