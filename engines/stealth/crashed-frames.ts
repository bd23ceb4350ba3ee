import type { Page as BrowserPage } from 'playwright-core'

/** The library's internal state of a frame and its connection, as far as it is used here. */
interface FrameInLibrary {
  _context(world: string): Promise<unknown>
  _page: { delegate: { _sessionForFrame(frame: FrameInLibrary): { _client: SessionInLibrary } } }
}
interface SessionInLibrary {
  _crashed: boolean
  _closed: boolean
}
interface PageInLibrary extends BrowserPage {
  _connection: { toImpl(page: BrowserPage): { mainFrame(): FrameInLibrary } }
}

const guarded = new WeakSet<FrameInLibrary>()

/**
 * Makes the library fail calls to a page whose process has ended. It keeps asking such a page for its JavaScript
 * world, is refused at once each time, and blocks everything else in this process. Source: patchright-core 1.63.0,
 * `Frame._context`; it does the same for other failures, but each of those involves a response of the browser.
 */
export function failCrashedFrames(page: BrowserPage): void {
  const frame: FrameInLibrary = Object.getPrototypeOf((page as PageInLibrary)._connection.toImpl(page).mainFrame())
  if (guarded.has(frame)) return
  guarded.add(frame)
  const { _context } = frame
  frame._context = async function (this: FrameInLibrary, world) {
    const { _client: session } = this._page.delegate._sessionForFrame(this)
    if (session._crashed) throw new Error('Page crashed')
    if (session._closed) throw new Error('The page has been closed')
    return _context.call(this, world)
  }
}
