/**
 * Measures the dashboard's pages on a slow phone: Chromium at a quarter of this machine's speed, 360 pixels wide,
 * without a cache. Bytes as they are sent, and milliseconds until the first paint and until the content is there; the
 * medians of several rounds. Usage: bun tests/bench/dashboard.ts [rounds]
 */
import { startDashboard } from '../plugins/dashboard/browser.ts'
import { median, table } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const SLOWER = 4
const PAGES: readonly (readonly [path: string, isSignedIn: boolean])[] = [
  ['/', false],
  ...[
    '/',
    '/playground',
    '/keys',
    '/usage',
    '/billing',
    '/profile',
    '/admin/overview',
    '/admin/users',
    '/admin/audit',
  ].map((path) => [path, true] as const),
]

const dashboard = await startDashboard()
const token = await dashboard.adminToken()
// The first request builds the app.
await (await dashboard.weir.weir.server.fetch(new Request('http://localhost/dashboard'))).text()

async function measure(path: string, isSignedIn: boolean) {
  const { page, context, close } = await dashboard.visit({ width: 360, ...(isSignedIn && { token }) })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let bytes = 0
  let isOver = false
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!isOver) bytes += encodedDataLength
  })
  await page.goto(`${dashboard.origin}/dashboard${path}`)
  await page.locator('h1').first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  isOver = true
  const [painted, whole] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.now(),
  ])
  await close()
  return { bytes, painted: painted!, whole: whole! }
}

const rows: (readonly [string, string, number, number])[] = []
for (const [path, isSignedIn] of PAGES) {
  const found: Awaited<ReturnType<typeof measure>>[] = []
  for (let round = 0; round < rounds; round++) found.push(await measure(path, isSignedIn))
  const middle = (name: 'bytes' | 'painted' | 'whole') => median(found.map((one) => one[name]))
  rows.push([
    isSignedIn ? path : 'sign-in',
    (middle('bytes') / 1000).toFixed(1),
    Math.round(middle('painted')),
    Math.round(middle('whole')),
  ])
}
console.log(table(['page', 'KB', 'painted ms', 'whole ms'], rows))
await dashboard.close()
process.exit(0)
