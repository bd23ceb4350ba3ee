/** The declarations of a style by name; names and values are in lower case. */
export type Declarations = ReadonlyMap<string, string>

/** The most characters of a style that are read. */
const MAX_STYLE = 4000
/** The distance in pixels beyond which something is off the page. */
const OFF_PAGE = 900
/** The largest font size in pixels at which text is unreadable, and the highest opacity at which it is invisible. */
const MAX_UNREADABLE = 2
const MAX_UNSEEN = 0.05

export function readDeclarations(style: string): Declarations {
  const found = new Map<string, string>()
  for (const declaration of style.slice(0, MAX_STYLE).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase())
  }
  return found
}

/** Whether nobody can see text in this style, even if a script opens it. */
export function isUnreadable(style: Declarations): boolean {
  const of = (name: string) => style.get(name) ?? ''
  const colour = colourOf(of('color'))
  const ground = colourOf(of('background-color') || of('background'))
  return (
    colour === 'transparent' ||
    (colour !== '' && colour === ground) ||
    isAtMost(of('opacity'), MAX_UNSEEN) ||
    (isPixels(of('font-size')) && isAtMost(of('font-size'), MAX_UNREADABLE)) ||
    isOffPage(of('text-indent')) ||
    (/absolute|fixed|relative/.test(of('position')) &&
      ['left', 'right', 'top', 'bottom'].some((side) => isOffPage(of(side)))) ||
    ['margin-left', 'margin-top'].some((side) => isOffPage(of(side))) ||
    isClipped(of('clip'), of('clip-path')) ||
    (/hidden|clip/.test(of('overflow')) &&
      ['height', 'max-height', 'width', 'max-width'].some((name) => isZero(of(name)))) ||
    /scale[xy]?\( ?0(?:\.0+)? ?[,)]/.test(of('transform')) ||
    /opacity\(\s*0(?:\.0+)?%?\s*\)/.test(of('filter')) ||
    of('content-visibility') === 'hidden'
  )
}

/** Whether a style removes its element until something opens it. */
export const isTakenAway = (style: Declarations): boolean =>
  style.get('display') === 'none' || /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '')

const numberOf = (value: string) => (/^[-+]?[\d.]/.test(value) ? Number.parseFloat(value) : Number.NaN)
const isAtMost = (value: string, most: number) => numberOf(value) <= most
const isPixels = (value: string) => /^[\d.]+(?:px|pt)?$/.test(value)
const isZero = (value: string) => numberOf(value) === 0
const isOffPage = (value: string) => {
  const number = numberOf(value)
  const pixels = /(?:em|rem|ch)$/.test(value) ? number * 16 : /(?:%|vw|vh)$/.test(value) ? number * 9 : number
  return pixels <= -OFF_PAGE
}
const isClipped = (clip: string, path: string) =>
  /^rect\(\s*(?:0(?:px)?|1px)[\s,]+(?:0(?:px)?|1px)[\s,]/.test(clip) ||
  /^inset\(\s*(?:50|100)%\s*\)/.test(path) ||
  /^circle\(\s*0(?:px|%)?[\s)]/.test(path)

/** A plain colour in normalized form; other values unchanged. */
function colourOf(value: string): string {
  const [word = ''] = value.split(/ (?![^(]*\))/)
  if (word === 'white') return '#ffffff'
  if (word === 'black') return '#000000'
  if (/^#[\da-f]{3}$/.test(word)) return `#${[...word.slice(1)].map((digit) => digit + digit).join('')}`
  if (/^(?:rgba|hsla)\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)$/.test(word)) return 'transparent'
  const rgb = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*1\s*)?\)$/.exec(word)
  return rgb
    ? `#${rgb
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    : word
}
