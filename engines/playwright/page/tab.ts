import type { BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, PageRequest } from 'weirjs'

/** One page of a browser in a context of its own, with what each kind of browser does in its own way. */
export interface Tab {
  readonly page: BrowserPage
  readonly context: BrowserContext
  /** The proxy that it reaches the web by; undefined for a browser on another machine, whose operator guards it. */
  readonly pageProxy: PageProxy | undefined
  /** Before the page is asked for: what goes with the requests, and what is not loaded. */
  prepare(request: PageRequest): Promise<void>
  /** The document as it is now, as HTML; for one of more characters their number, as it is not sent over then. */
  html(maxLength: number): Promise<string | number>
  /** The page as it prints, on A4 with margins of 1 cm: its first MAX_PRINTED_PAGES pages. */
  print(): Promise<Uint8Array>
  /**
   * Waits until the page's scripts have nothing to do at present; undefined where the page could notice that it is
   * asked.
   */
  idle?(): Promise<void>
  /** Runs code in the page's own world and waits for its promise. What it gives is JSON. Throws ScriptFailed. */
  run(expression: string): Promise<unknown>
}

/** Pages of paper. */
export const MAX_PRINTED_PAGES = 200

/** Characters of a page that are sent over at once. What is parsed in one go holds the service, and takes memory. */
const PIECE = 1024 * 1024
/** Of this process: one reading may still go on when the next begins in the same world. */
let readings = 0

/**
 * Gives a page's document as `Tab.html` does, piece by piece where it is long. `evaluate` gives the value of an
 * expression in a world of its own: what the page has in the place of these does not stand there. Open shadow trees
 * stand in the document as templates, as markup declares them: they are of the page's text, and a tree that the
 * markup declared is no longer a template once it is shown.
 */
export async function readHtml(
  evaluate: (expression: string) => Promise<unknown>,
  maxLength: number,
): Promise<string | number> {
  const name = `html${++readings}`
  const all = (await evaluate(`(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : ''
  const root = document.documentElement
  const trees = [document]
  for (const tree of trees)
    for (const { shadowRoot } of tree.querySelectorAll('*')) if (shadowRoot) trees.push(shadowRoot)
  const html = type + (trees.length > 1 && document.contentType === 'text/html' && root.getHTML
    ? root.cloneNode().outerHTML.replace(/<\\/[^<]*$/, '') + root.getHTML({ shadowRoots: trees.slice(1) }) + '</html>'
    : root?.outerHTML ?? '')
  if (html.length <= ${PIECE}) return html
  if (html.length <= ${maxLength}) globalThis.${name} = html
  return html.length
})()`)) as string | number
  if (typeof all === 'string' || all > maxLength) return all
  const pieces: string[] = []
  for (let at = 0; at < all; ) {
    // No letter of two characters is cut in half.
    const piece = (await evaluate(`(() => {
  const html = globalThis.${name}
  const isCut = (html.charCodeAt(${at + PIECE - 1}) & 0xfc00) === 0xd800
  const piece = html.slice(${at}, ${at + PIECE} - isCut)
  if (${at} + piece.length >= html.length) delete globalThis.${name}
  return piece
})()`)) as string
    pieces.push(piece)
    at += piece.length
  }
  return pieces.join('')
}
