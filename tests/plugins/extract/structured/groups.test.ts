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

test('all of several tags and hours are kept', async () => {
  const head = '<meta property="article:tag" content="a"><meta property="article:tag" content="b">'
  const hours = ['Mo-Fr 10:00-20:00', 'Sa 10:00-14:00']
  const html = withData({ '@context': context, '@type': 'Store', name: 'Bella', openingHours: hours }, head)
  expect(await filled(html, { tags: { type: 'array', items: text }, openingHours: text })).toEqual({
    tags: ['a', 'b'],
    openingHours: 'Mo-Fr 10:00-20:00, Sa 10:00-14:00',
  })
})
