import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { linking, serveSite } from '../crawl/site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const map = async (url: string, options: object = {}) => {
  const { status, body, text } = await weir.post('/v1/map', { url, options })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { paths: body.data.urls.map((found: { url: string }) => new URL(found.url).pathname), warnings: body.warnings }
}

const shell =
  '<!doctype html><title>App</title><div id="root"></div><script>document.getElementById("root").innerHTML = \'<a href="/made">Made</a>\'</script>'

test('a root that is filled by scripts gives a warning that names the option for its links', async () => {
  await using site = serveSite({ '/': shell, '/made': linking([]), '/plain': linking([]) })
  const { paths, warnings } = await map(`${site.origin}/`)
  expect(paths).toEqual(['/'])
  expect(warnings).toEqual([
    'The page at url is filled by scripts, which were not run: set options.engine, for example to "browser_a", to run them',
  ])
  expect((await map(`${site.origin}/plain`)).warnings).toBeUndefined()
})

test('a root that redirects to another site gives a warning about why that is not mapped', async () => {
  await using elsewhere = serveSite({ '/landing': linking(['/more']), '/more': linking([]) })
  await using site = serveSite({ '/': () => Response.redirect(`${elsewhere.origin}/landing`) })
  const { paths, warnings } = await map(`${site.origin}/`)
  expect([paths, warnings]).toEqual([
    ['/'],
    [
      `url leads to another site: to map that site too, start at ${elsewhere.origin}/landing, or set options.sameDomain to false`,
    ],
  ])
  expect((await map(`${site.origin}/`, { sameDomain: false })).warnings).toBeUndefined()
})

test('a search that ends at maxPages gives a warning that other URLs may match', async () => {
  await using site = serveSite({ '/': linking(['/a', '/list']), '/a': linking([]), '/list': linking(['/tea']) })
  site.pages.set('/tea', linking([]))
  const { paths, warnings } = await map(`${site.origin}/`, { search: 'tea', maxPages: 2 })
  expect([paths, warnings]).toEqual([
    [],
    ['search returns 0 of the 2 URLs that were visited, the most that were allowed: others may match too'],
  ])
  const whole = await map(`${site.origin}/`, { search: 'tea', maxPages: 5 })
  expect([whole.paths, whole.warnings]).toEqual([['/tea'], undefined])
})
