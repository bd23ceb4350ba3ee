import { expect, test } from 'bun:test'
import { withData } from '../page.ts'
import { filled, number, text } from './fill.ts'

const context = 'https://schema.org'
const listOf = (properties: Record<string, unknown>) => ({ type: 'array', items: { type: 'object', properties } })

test('the variants of a product are its own, and do not repeat the product', async () => {
  const variant = (sku: string, price: string) => ({ '@type': 'Product', sku, offers: { '@type': 'Offer', price } })
  const hasVariant = [variant('A-1', '89.90'), variant('A-2', '99.90')]
  const html = withData({ '@context': context, '@type': 'ProductGroup', name: 'Shoe', sku: 'A', hasVariant }, '')
  expect(await filled(html, { variants: listOf({ sku: text, price: number }) })).toEqual({
    variants: [
      { sku: 'A-1', price: 89.9 },
      { sku: 'A-2', price: 99.9 },
    ],
  })
})

test('the questions of a page have their answers', async () => {
  const question = (name: string, answer: string) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })
  const mainEntity = [question('How long?', '<p>Two <b>days</b>.</p><p>No more.</p>'), question('How much?', 'Ten.')]
  const html = withData({ '@context': context, '@type': 'FAQPage', mainEntity }, '')
  const questions = [
    { question: 'How long?', answer: 'Two days. No more.' },
    { question: 'How much?', answer: 'Ten.' },
  ]
  const asked = listOf({ question: text, answer: text })
  expect(await filled(html, { questions: asked, faqs: asked })).toEqual({ questions, faqs: questions })
})

test('the tickets of an event have names and prices', async () => {
  const offers = [
    { '@type': 'Offer', name: 'Standard', price: '20', url: 'https://t.test/1' },
    { '@type': 'Offer', name: 'VIP', price: '55.50', url: 'https://t.test/2' },
  ]
  const html = withData({ '@context': context, '@type': 'Event', name: 'Night', offers }, '')
  expect(await filled(html, { tickets: listOf({ name: text, price: number }), ticketUrl: text })).toEqual({
    tickets: [
      { name: 'Standard', price: 20 },
      { name: 'VIP', price: 55.5 },
    ],
    ticketUrl: 'https://t.test/1',
  })
})

test('a salary between two amounts is a range, and its minimum as a number', async () => {
  const value = { '@type': 'QuantitativeValue', minValue: 70000, maxValue: 90000, unitText: 'YEAR' }
  const job = { '@type': 'JobPosting', title: 'Engineer', baseSalary: { '@type': 'MonetaryAmount', value } }
  expect(await filled(withData({ '@context': context, ...job }, ''), { salary: text, pay: number })).toEqual({
    salary: '70000–90000 YEAR',
    pay: 70000,
  })
})

test('an additional property has its unit, and hours are those of all days', async () => {
  const additionalProperty = [{ '@type': 'PropertyValue', name: 'Max. Power', value: '900', unitText: 'W' }]
  const product = withData({ '@context': context, '@type': 'Product', name: 'Pot', additionalProperty }, '')
  expect(await filled(product, { max_power: text })).toEqual({ max_power: '900 W' })
  expect(await filled(product, { max_power: number })).toEqual({ max_power: 900 })
  const hours = (dayOfWeek: string, opens: string) => ({
    '@type': 'OpeningHoursSpecification',
    ...{ dayOfWeek, opens, closes: '17:00' },
  })
  const openingHoursSpecification = [hours('Monday', '09:00'), hours('Saturday', '10:00')]
  const shop = withData({ '@context': context, '@type': 'Store', name: 'Pots', openingHoursSpecification }, '')
  expect(await filled(shop, { opening_hours: text })).toEqual({
    opening_hours: 'Monday 09:00–17:00, Saturday 10:00–17:00',
  })
})

test('all of several tags and hours are kept', async () => {
  const head = '<meta property="article:tag" content="a"><meta property="article:tag" content="b">'
  const hours = ['Mo-Fr 10:00-20:00', 'Sa 10:00-14:00']
  const html = withData({ '@context': context, '@type': 'Store', name: 'Bella', openingHours: hours }, head)
  expect(await filled(html, { tags: { type: 'array', items: text }, openingHours: text })).toEqual({
    tags: ['a', 'b'],
    openingHours: 'Mo-Fr 10:00-20:00, Sa 10:00-14:00',
  })
})

test('a product whose variants alone have a price and a picture has those of the first', async () => {
  const priceSpecification = { '@type': 'UnitPriceSpecification', price: '549.56', priceCurrency: 'EUR' }
  const hasVariant = [
    { '@type': 'Product', image: 'https://a.test/1.jpg', offers: { '@type': 'Offer', priceSpecification } },
  ]
  const html = withData({ '@context': context, '@type': 'ProductGroup', name: 'L&amp;#8217;a', hasVariant }, '')
  expect(await filled(html, { name: text, price: number, currency: text, image: text })).toEqual({
    name: 'L’a',
    price: 549.56,
    currency: 'EUR',
    image: 'https://a.test/1.jpg',
  })
})

test('the company is not the service that it offers, and is called by its legal name if it has no other', async () => {
  const provider = { '@type': 'Organization', legalName: 'Dots Inc.', url: 'https://dots.test/' }
  const service = { '@context': context, '@type': 'Service', name: 'Analytics', provider }
  expect(await filled(withData(service, ''), { company: text })).toEqual({ company: 'Dots Inc.' })
  const legal = { '@context': context, '@type': 'LegalService', name: 'Ann & Lee' }
  expect(await filled(withData(legal, ''), { company: text })).toEqual({ company: 'Ann & Lee' })
})

test('breadcrumbs of the vocabulary before schema.org do not name the page', async () => {
  const crumb = (title: string) =>
    `<span itemscope itemtype="http://data-vocabulary.org/Breadcrumb"><a itemprop="url" href="/${title}"><b itemprop="title">${title}</b></a></span>`
  const html = `<title>Do kettles sing?</title><nav>${crumb('Home')}${crumb('Forums')}</nav><h1>Do kettles sing?</h1>`
  expect(await filled(html, { title: text, crumbs: listOf({ title: text, url: text }) })).toEqual({
    title: 'Do kettles sing?',
    crumbs: null,
  })
})

test('a number behind a label is how many there are, and a phone number ends where other text begins', async () => {
  const comment = {
    '@context': context,
    '@type': 'Comment',
    text: 'They do.',
    author: 'Ann',
    dateCreated: '2024-01-02',
  }
  const thread = { '@context': context, '@type': 'DiscussionForumPosting', headline: 'K' }
  const body = '<p>Posts: 1,234</p><p>Phone: (408) 748-9663 | Copyright 1992 by Kettles and all who boil water</p>'
  expect(
    await filled(withData([thread, comment], `<main>${body}</main>`), {
      posts: listOf({ author: text, date: text }),
      phone: text,
    }),
  ).toEqual({
    posts: [{ author: 'Ann', date: '2024-01-02' }],
    phone: '(408) 748-9663',
  })
})

test('the title of a page is not the name of the organization that publishes it', async () => {
  const publisher = { '@context': context, '@type': 'Organization', name: 'Kettles' }
  const html = withData(publisher, '<h1>News of Kettles</h1>').replace('Page | Site', 'News of Kettles')
  expect(await filled(html, { title: text, name: text, pageTitle: text })).toEqual({
    title: 'News of Kettles',
    name: 'Kettles',
    pageTitle: 'News of Kettles',
  })
})
