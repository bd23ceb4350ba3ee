import { absoluteUrl, addressesIn } from '../../content/toolkit.ts'

/** Inline code, in which links do not count. */
const CODE = /`[^`\n]{1,1000}`/g
const FENCE = /^ {0,3}(```|~~~)/
/** The target of a link: in parentheses after its text, or in a reference definition at the beginning of a line. */
const TARGET =
  /(?:\]\(|^ {0,3}\[[^\][\n]{1,500}\]:)[ \t]*<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\))?[^\s<>()]{0,200})/gm
/** An image, which may be inside a link. */
const PICTURE = /!\[[^\][\n]{0,1000}\]\([^()\n]{0,2000}\)/g

/** The http and https links of a Markdown text. Relative ones are resolved against the address of the text. */
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
