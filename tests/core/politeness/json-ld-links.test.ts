import { expect, test } from 'bun:test'
import { jsonLdLinks } from '../../../core/politeness/json-ld-links.ts'
import { cpuTime } from '../../cpu-time.ts'

test('breadcrumbs, lists and navigation list pages', () => {
  const data = {
    '@graph': [
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, item: 'https://a.test/1' },
          { '@type': ['ListItem'], item: { '@id': '/2', name: 'Two' } },
          { '@type': 'ListItem', item: { '@type': 'Product', url: '/3', image: '/3.png' } },
          { '@type': 'ListItem', url: '/4' },
        ],
      },
      { '@type': 'ItemList', itemListElement: ['/5', 'Six'] },
      { '@type': 'SiteNavigationElement', url: ['/7', '/8'] },
    ],
  }
  expect(jsonLdLinks(data).sort()).toEqual(['/2', '/3', '/4', '/5', '/7', '/8', 'https://a.test/1'])
})

test('names, images, identities and templates are no pages', () => {
  expect(
    jsonLdLinks([
      { '@type': 'ListItem', item: 'Books' },
      { '@type': 'Organization', '@id': 'https://a.test/#org', url: 'https://a.test/org', logo: '/logo.png' },
      { '@type': 'WebSite', potentialAction: { target: 'https://a.test/?s={term}' } },
    ]),
  ).toEqual([])
  expect([jsonLdLinks(null), jsonLdLinks('https://a.test/')]).toEqual([[], []])
})

test('what is nested without end takes no time', () => {
  let deep: unknown = { '@type': 'ListItem', url: '/x' }
  for (let i = 0; i < 10_000; i++) deep = [deep]
  expect(jsonLdLinks(deep)).toEqual([])
  const wide = Array.from({ length: 200_000 }, (_, i) => ({ '@type': 'ListItem', url: `/${i}` }))
  const taken = cpuTime(() => expect(jsonLdLinks(wide).length).toBeLessThan(20_001))
  expect(taken).toBeLessThan(500)
})
