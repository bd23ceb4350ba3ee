import { type Construction, each, nested } from '../construction.ts'
import { page } from '../content.ts'

/**
 * All elements of HTML, current and obsolete, and some of SVG and MathML. Source: HTML, sections 4 and 16.
 */
const names =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select selectedcontent slot small source spacer span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp svg g path text foreignObject desc math mi mo mn ms mtext mrow mfrac annotation-xml semantics x-own'.split(
    ' ',
  )

const body = (content: string) => `<!DOCTYPE html><title>T</title><body>${content}`

/** Each element nested in itself, repeated, with many attributes and with much text. */
export const elements: Construction[] = names.flatMap((name) => [
  page(`${name} open in itself`, (n) => body(`<${name}>a`.repeat(n))),
  page(`${name} in itself`, (n) => body(nested(n, `<${name}>`, `</${name}>`))),
  page(`${name} beside itself`, (n) => body(`<${name}>a</${name}> `.repeat(n))),
  page(`${name} with attributes`, (n) => body(`<${name} ${each(n, (i) => `a${i}=b `)}>a</${name}>`)),
  page(`${name} with text`, (n) => body(`<${name}>${'word a, '.repeat(n)}</${name}>`)),
  page(`${name} in div, open`, (n) => body(`<${name}><div>a`.repeat(n))),
])
