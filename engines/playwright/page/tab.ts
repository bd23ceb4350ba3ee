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

/**
 * An expression that returns what `Tab.html` does. Open shadow trees are included as templates, as markup declares
 * them: they are part of the page's text, and a declared tree is no longer a template once it is shown.
 */
export const htmlExpression = (maxLength: number) => `(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : ''
  const root = document.documentElement
  const trees = [document]
  for (const tree of trees)
    for (const { shadowRoot } of tree.querySelectorAll('*')) if (shadowRoot) trees.push(shadowRoot)
  const html = type + (trees.length > 1 && document.contentType === 'text/html' && root.getHTML
    ? root.cloneNode().outerHTML.replace(/<\\/[^<]*$/, '') + root.getHTML({ shadowRoots: trees.slice(1) }) + '</html>'
    : root?.outerHTML ?? '')
  return html.length <= ${maxLength} ? html : html.length
})()`
