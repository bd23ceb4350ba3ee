import { expect, test } from 'bun:test'
import { failCrashedFrames } from '../../../engines/stealth/crashed-frames.ts'

/** Pages of one browser library: their frames ask for their JavaScript world by the same method. */
function openLibrary() {
  class Frame {
    session = { _crashed: false, _closed: false }
    _page = { delegate: { _sessionForFrame: (frame: Frame) => ({ _client: frame.session }) } }
    async _context(world: string): Promise<unknown> {
      return [this, world]
    }
  }
  const openPage = () => {
    const frame = new Frame()
    const page = { _connection: { toImpl: (asked: unknown) => (asked === page ? { mainFrame: () => frame } : null) } }
    return { frame, page: page as unknown as Parameters<typeof failCrashedFrames>[0] }
  }
  return { Frame, openPage }
}

test('a page is asked for its world while its process lives, and fails after that has crashed or ended', async () => {
  const { page, frame } = openLibrary().openPage()
  failCrashedFrames(page)
  expect(await frame._context('main')).toEqual([frame, 'main'])
  frame.session._closed = true
  await expect(frame._context('main')).rejects.toThrow('The page has been closed')
  frame.session._crashed = true
  await expect(frame._context('main')).rejects.toThrow('Page crashed')
})

test('one guard serves all pages of a library, however many are opened', async () => {
  const { Frame, openPage } = openLibrary()
  const [first, second] = [openPage(), openPage()]
  failCrashedFrames(first.page)
  const guard = Frame.prototype._context
  failCrashedFrames(second.page)
  failCrashedFrames(first.page)
  expect(Frame.prototype._context).toBe(guard)
  second.frame.session._crashed = true
  await expect(second.frame._context('main')).rejects.toThrow('Page crashed')
  expect(await first.frame._context('utility')).toEqual([first.frame, 'utility'])
})
