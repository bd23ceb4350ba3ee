import type { Page as BrowserPage } from 'playwright-core'

/** What the library keeps of a frame and of its connection, as far as it matters here. */
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
 * Has the library fail what is asked of a page whose process has ended. It asks such a page for its JavaScript world
 * again and again, each time refused at once, and lets nothing else in this process run meanwhile. Source:
 * patchright-core 1.63.0, `Frame._context`; it does the same for other failures, but each of those is an answer of
 * the browser's.
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
