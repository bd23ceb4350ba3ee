import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine } from '../playwright/open-engine.ts'

/** Records everything by which the page could tell how much of it is drawn. */
const script = `
const once = (take) => new Promise((done) => { take(done); setTimeout(() => done('never'), 5000) })
const corner = document.getElementById('corner')
const { width, height } = visualViewport
const sizes = { innerWidth, innerHeight, outerWidth, outerHeight, width, height, devicePixelRatio, across: screen.width }
const seen = await once((done) => new IntersectionObserver(([{ isIntersecting, rootBounds }]) =>
  done([isIntersecting, rootBounds.width, rootBounds.height])).observe(corner))
const frame = await once((done) => requestAnimationFrame(() => requestAnimationFrame(() => done('came'))))
const box = corner.getBoundingClientRect()
const found = document.elementFromPoint(box.left + 5, box.top + 5).id
const moved = await once((done) => { corner.ontransitionend = () => done('moved'); corner.style.opacity = '.5' })
scrollTo({ top: 500, behavior: 'smooth' })
const scrolled = await once((done) => { onscrollend = () => done(scrollY) })
scrollTo(0, 0)
const lazy = await once((done) => { const image = document.getElementById('lazy'); image.complete ? done('shown') : image.onload = () => done('shown') })
const painted = performance.getEntriesByType('paint').length
const about = { sizes, seen, frame, found, moved, scrolled, lazy, painted, state: document.visibilityState }
document.getElementById('told').textContent = JSON.stringify(about)
`
const markup = `<!doctype html><body style="margin: 0; background: #00ff00; height: 3000px">
<button id="corner" style="position: fixed; right: 0; bottom: 0; width: 40px; height: 40px; transition: opacity .1s"
  onclick="told.textContent += 'clicked'">+</button>
<img id="lazy" loading="lazy" style="position: absolute; top: 600px; left: 900px" src="/image.svg">
<p id="told" style="margin: 0"></p><script type="module">${script}</script>`
const image = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    url.endsWith('.svg')
      ? new Response(image, { headers: { 'content-type': 'image/svg+xml' } })
      : new Response(markup, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
})

describe.skipIf(!(await installed(chromium)))('a page that is not shown', () => {
  let engine: OpenEngine
  beforeAll(async () => {
    engine = await openEngine(chromium, { allow: `127.0.0.1:${site.port}` })
  })
  afterAll(async () => {
    await engine.close()
    site.stop(true)
  })
  const get = (more: Partial<PageRequest>) =>
    engine.get(`http://127.0.0.1:${site.port}/`, { javascript: true, waitForSelector: '#told:not(:empty)', ...more })
  const told = ({ text }: { text: string }) => /<p id="told"[^>]*>(.*?)<\/p>/.exec(text)?.[1]
  /** The size of a picture, and the colors of its corners except the last. */
  const look = async (png: Uint8Array) => {
    const page = await get({
      executeJS: `
        const image = new Image()
        image.src = 'data:image/png;base64,${Buffer.from(png).toString('base64')}'
        await image.decode()
        const { width, height } = image
        const canvas = new OffscreenCanvas(width, height).getContext('2d')
        canvas.drawImage(image, 0, 0)
        const color = (x, y) => [...canvas.getImageData(x, y, 1, 1).data].join(' ')
        return [width, height, color(0, 0), color(width - 1, 0), color(0, height - 1)]`,
    })
    return page.script
  }
  const green = '0 255 0 255'

  for (const more of [{}, { mobile: true }, { viewport: { width: 700, height: 900 } }] as const)
    test(`cannot tell that, ${JSON.stringify(more)}`, async () => {
      const [unseen, seen] = [await get(more), await get({ ...more, screenshot: 'viewport' })].map(told)
      expect(unseen).toContain('"frame":"came"')
      expect(unseen).not.toContain('never')
      expect(unseen).toBe(seen as string)
    })

  test('is drawn in full for a picture', async () => {
    const { screenshot } = await get({ screenshot: 'viewport' })
    expect(await look(screenshot!)).toEqual([1280, 800, green, green, green])
    const whole = await get({ screenshot: 'fullpage' })
    expect(await look(whole.screenshot!)).toEqual([1280, 3000, green, green, green])
    const phone = await get({ screenshot: 'viewport', mobile: true })
    expect(await look(phone.screenshot!)).toEqual([1081, 2401, green, green, green])
  })

  test('is drawn in full for actions', async () => {
    const page = await get({ actions: [{ type: 'click', selector: '#corner' }, { type: 'screenshot' }] })
    expect(told(page)).toEndWith('clicked')
    expect(await look(page.actions![1]!.screenshot!)).toEqual([1280, 800, green, green, green])
  })
})
