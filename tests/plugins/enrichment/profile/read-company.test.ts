import { describe, expect, test } from 'bun:test'
import { distinctPhones, phonesIn } from '../../../../plugins/enrichment/profile/phones.ts'
import { readCompany } from '../../../../plugins/enrichment/profile/read-company.ts'
import type { SitePage } from '../../../../plugins/enrichment/profile/site.ts'
import { socialProfiles } from '../../../../plugins/enrichment/profile/social.ts'

const page = (more: Partial<SitePage> = {}): SitePage => ({
  url: 'https://acme.test/',
  markdown: '',
  structured: null,
  json: null,
  links: [],
  about: { title: null, description: null, siteName: null },
  ...more,
})
const described = (thing: Record<string, unknown>) => ({ items: { [String(thing.type)]: [thing] } })

describe('a company is read', () => {
  test('with texts that are cut between characters', () => {
    const description = `${'x'.repeat(999)}\u{1f642}`
    const company = readCompany([page({ structured: described({ type: 'Organization', description }) })])
    expect(company.description?.isWellFormed()).toBe(true)
  })

  test('from its organisation in structured data', () => {
    const organisation = {
      type: 'Organization',
      name: 'Acme',
      legalName: 'Acme Robotics GmbH',
      description: 'Builds robots.',
      logo: { type: 'ImageObject', url: '/logo.svg' },
      telephone: '+49 30 1234567',
      contactPoint: [
        { type: 'ContactPoint', telephone: '030/7654321' },
        { type: 'ContactPoint', contactType: 'fax', telephone: '030/999999' },
      ],
      address: {
        type: 'PostalAddress',
        streetAddress: 'Main Street 1',
        postalCode: '10115',
        addressLocality: 'Berlin',
        addressCountry: { type: 'Country', name: 'DE' },
      },
      sameAs: ['https://www.linkedin.com/company/acme', 'https://en.wikipedia.org/wiki/Acme'],
    }
    expect(readCompany([page({ structured: described(organisation) })])).toEqual({
      name: 'Acme Robotics GmbH',
      description: 'Builds robots.',
      logo: 'https://acme.test/logo.svg',
      website: 'https://acme.test/',
      socialProfiles: ['https://www.linkedin.com/company/acme'],
      phones: ['+49 30 1234567', '030/7654321'],
      addresses: ['Main Street 1, 10115 Berlin, DE'],
    })
  })

  test('from the publisher of a page, and from a page other than the home page', () => {
    const article = { type: 'Article', publisher: { type: 'NewsMediaOrganization', name: 'The Acme Post' } }
    expect(readCompany([page({ structured: described(article) })]).name).toBe('The Acme Post')
    const shop = { type: 'HardwareStore', name: 'Acme Store', address: 'Main Street 1, Berlin' }
    const { name, addresses } = readCompany([page(), page({ structured: described(shop) })])
    expect([name, addresses]).toEqual(['Acme Store', ['Main Street 1, Berlin']])
    const nameless = { type: 'Organization', address: ['main street 1 - Berlin', { addressLocality: 'York' }] }
    const both = readCompany([page({ structured: described(nameless) }), page({ structured: described(shop) })])
    expect([both.name, both.addresses]).toEqual(['Acme Store', ['main street 1 - Berlin', 'York']])
  })

  test('from the metadata of the page if it describes nothing', () => {
    const about = { title: 'Welcome to our robots - Acme', description: 'Robots  for all', siteName: null }
    const { name, description } = readCompany([page({ about })])
    expect([name, description]).toEqual(['Acme', 'Robots for all'])
    expect(readCompany([page({ about: { ...about, siteName: 'Acme Robotics' } })]).name).toBe('Acme Robotics')
  })

  test('with the numbers and profiles that its pages link to or contain', () => {
    const json = { links: [{ text: 'Call', url: 'tel:+4930%201234567' }] }
    const contact = page({ markdown: 'Phone: (030) 555-0100\n\nFax: +49 30 7654321', links: ['https://x.com/acme'] })
    expect(readCompany([page({ json }), contact])).toMatchObject({
      phones: ['+4930 1234567', '(030) 555-0100'],
      socialProfiles: ['https://x.com/acme'],
    })
  })

  test('with the numbers of its telephone links, without their parameters', () => {
    const links = ['tel:+4930-1234567;ext=12', 'tel://+49307654321'].map((url) => ({ text: 'x', url }))
    const markdown = 'Fax: [+49 30 7654321](tel://+49307654321)'
    expect(readCompany([page({ json: { links }, markdown })]).phones).toEqual(['+4930-1234567'])
  })

  test('from hostile claims of a page, within limits', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      type: 'PostalAddress',
      streetAddress: `Street ${i} ${'x'.repeat(500)}`,
    }))
    const thing = {
      type: 'Organization',
      name: ['a', 'b'],
      description: 'x'.repeat(9000),
      logo: 5,
      address: many,
      telephone: {},
    }
    const company = readCompany([page({ structured: described(thing) })])
    expect([company.name, company.logo, company.phones, company.addresses.length]).toEqual([null, null, [], 10])
    expect([company.description?.length, company.addresses[0]?.length]).toEqual([1000, 200])
    for (const structured of [null, 5, 'x', { items: null }, { items: { Organization: null } }])
      expect(readCompany([page({ structured })]).name).toBeNull()
  })
})

test.each([
  ['Tel.: +49 30 1234567', ['+49 30 1234567']],
  ['Telefon 030/12 34 56-0', ['030/12 34 56-0']],
  ['Phone: 1-800-555-0199', ['1-800-555-0199']],
  ['Fax: +49 30 7654321', []],
  ['Founded 2001, 4500 employees, DE 123456789', []],
  ['Hotel: 12345678', []],
  ['IBAN +12', []],
])('telephone numbers of %p', (text, phones) => {
  expect(distinctPhones(phonesIn(text))).toEqual(phones)
})

test('profiles differ from share buttons, and each is returned once', () => {
  expect(
    socialProfiles([
      'https://www.facebook.com/sharer/sharer.php?u=x',
      'https://www.facebook.com/acme/',
      'http://facebook.com/acme?ref=1',
      'https://www.facebook.com/acme/posts/1',
      'https://twitter.com/intent/tweet?text=x',
      'https://x.com/acme',
      'https://www.linkedin.com/company/acme/about',
      'https://www.linkedin.com/company/acme/jobs/',
      'https://www.linkedin.com/shareArticle?url=x',
      'https://notx.com/acme',
      'https://www.instagram.com/p/abc/',
      'nonsense',
    ]),
  ).toEqual(['https://www.facebook.com/acme/', 'https://x.com/acme', 'https://www.linkedin.com/company/acme/about'])
})

test('a profile is the same at any host of its network, and one of staff counts if there is no other', () => {
  expect(
    socialProfiles([
      'https://www.linkedin.com/in/jane',
      'https://www.linkedin.com/company/acme?trk=x',
      'https://de.linkedin.com/company/acme',
      'https://twitter.com/acme?lang=en',
      'https://x.com/acme',
      'https://www.facebook.com/profile.php?id=1',
      'https://m.facebook.com/profile.php?id=2',
      'https://www.facebook.com/pages/Acme/3',
      'https://www.facebook.com/pages/Other/4',
      'https://www.facebook.com/login.php',
      'https://github.com/login',
      'https://www.youtube.com/watch?v=1',
      'https://www.youtube.com/acme',
      'https://t.me/acme',
      'https://t.me/share?url=x',
    ]),
  ).toEqual([
    'https://www.linkedin.com/company/acme?trk=x',
    'https://twitter.com/acme?lang=en',
    'https://www.facebook.com/profile.php?id=1',
    'https://m.facebook.com/profile.php?id=2',
    'https://www.facebook.com/pages/Acme/3',
    'https://www.facebook.com/pages/Other/4',
    'https://www.youtube.com/acme',
    'https://t.me/acme',
  ])
  expect(socialProfiles(['https://www.linkedin.com/in/jane'])).toEqual(['https://www.linkedin.com/in/jane'])
})
