import { absoluteUrl, addressesIn } from '../../content/toolkit.ts'

/** Code within a line, in which links do not count. */
const CODE = /`[^`\n]{1,1000}`/g
const FENCE = /^ {0,3}(```|~~~)/
/** What a link leads to, in brackets behind its text or behind its name at the beginning of a line. */
const TARGET =
  /(?:\]\(|^ {0,3}\[[^\][\n]{1,500}\]:)[ \t]*<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\))?[^\s<>()]{0,200})/gm
/** A picture, which a link may stand around. */
const PICTURE = /!\[[^\][\n]{0,1000}\]\([^()\n]{0,2000}\)/g

/** The http and https addresses that a text in Markdown leads to, relative ones by the address of the text. */
export const markdownLinks = (text: string, { href }: URL): string[] => {
  const prose = withoutFenced(text).replace(CODE, '').replace(PICTURE, '')
  const found = new Set<string>()
  for (const [, target] of prose.matchAll(TARGET)) {
    const url = target!.startsWith('#') ? null : absoluteUrl(target, href)
    if (url !== null && /^https?:/.test(url)) found.add(url)
  }
  for (const url of addressesIn(text)) found.add(url)
  return [...found]
}

const withoutFenced = (text: string): string => {
  let fence: string | undefined
  const prose = text.split('\n').filter((line) => {
    const mark = FENCE.exec(line)?.[1]
    if (mark === undefined) return fence === undefined
    if (fence === undefined) fence = mark
    else if (fence === mark) fence = undefined
    return false
  })
  return prose.join('\n')
}
