import type { BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, PageRequest } from 'weirjs'

/** A page in its own browser context, with the operations that differ between browsers. */
export interface Tab {
  readonly page: BrowserPage
  readonly context: BrowserContext
  /**
   * The proxy through which it reaches the web; undefined for a browser on another machine, whose operator guards it.
   */
  readonly pageProxy: PageProxy | undefined
  /** Called before the navigation: sets the headers of requests, and what is not loaded. */
  prepare(request: PageRequest): Promise<void>
  /**
   * The current document as HTML. If it has more than `maxLength` characters, their number instead: it is not sent
   * over.
   */
  html(maxLength: number): Promise<string | number>
  /** The printed page, on A4 with margins of 1 cm: its first MAX_PRINTED_PAGES pages. */
  print(): Promise<Uint8Array>
  /** Waits until the page's scripts are idle. Missing where the page could notice being asked. */
  idle?(): Promise<void>
  /** Runs code in the page's own world and awaits its promise. Returns JSON. Throws ScriptFailed. */
  run(expression: string): Promise<unknown>
}

/** Pages of paper. */
export const MAX_PRINTED_PAGES = 200

/** Characters of a page in one message. Parsing a longer one would block the event loop and take memory. */
const PIECE = 1024 * 1024
/** Numbers the readings of this process, as one may still be running when the next begins in the same world. */
let readings = 0

/**
 * Reads the document of a page as `Tab.html` does, in pieces if it is long. `evaluate` evaluates an expression in an
 * isolated world, where the page cannot have replaced any functions. Open shadow trees are included as templates, as
 * markup declares them: they are part of the page's text, and a declared tree is no longer a template once it is
 * shown.
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
