import { expect, test } from 'bun:test'
import { jsonLdLinks } from '../../../../plugins/content/links/json-ld-links.ts'
import { growth, LINEAR } from '../../../growth.ts'

test('breadcrumbs, lists and navigation contain pages', () => {
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

test('names, images, identifiers and templates are not pages', () => {
  expect(
    jsonLdLinks([
      { '@type': 'ListItem', item: 'Books' },
      { '@type': 'Organization', '@id': 'https://a.test/#org', url: 'https://a.test/org', logo: '/logo.png' },
      { '@type': 'WebSite', potentialAction: { target: 'https://a.test/?s={term}' } },
    ]),
  ).toEqual([])
  expect([jsonLdLinks(null), jsonLdLinks('https://a.test/')]).toEqual([[], []])
})

test('endless nesting takes no time', () => {
  let deep: unknown = { '@type': 'ListItem', url: '/x' }
  for (let i = 0; i < 10_000; i++) deep = [deep]
  expect(jsonLdLinks(deep)).toEqual([])
  const wide = (size: number) => Array.from({ length: size }, (_, i) => ({ '@type': 'ListItem', url: `/${i}` }))
  expect(jsonLdLinks(wide(200_000)).length).toBeLessThan(20_001)
  expect(growth(wide, jsonLdLinks, 25_000)).toBeLessThan(LINEAR)
})
