import type { BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, PageRequest } from 'weirjs'
import { WHOLE_PAGE } from '../message-bounds.ts'

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

/**
 * An expression that gives what `Tab.html` does. Open shadow trees stand in it as templates, as markup declares them:
 * they are of the page's text, and a tree that the markup declared is no longer a template once it is shown.
 */
export const htmlExpression = (maxLength: number) => `${WHOLE_PAGE}(() => {
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
