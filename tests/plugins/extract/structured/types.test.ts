import { expect, test } from 'bun:test'
import { fillFromStructured } from '../../../../plugins/extract/structured/index.ts'
import { pageOf, withData } from '../page.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const fill = async (html: string, properties: Record<string, unknown>, url?: string) =>
  fillFromStructured({ type: 'object', properties }, [await pageOf(html, url)])
const filled = async (...given: Parameters<typeof fill>) => JSON.parse(JSON.stringify((await fill(...given)).data))

test('a product is read from JSON-LD, and what that lacks from the text', async () => {
  const html = withData(
    {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', name: 'Site', telephone: '+1 555 0100', aggregateRating: { ratingValue: 1.1 } },
        { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'Home', item: '/' }] },
        {
          '@type': 'Product',
          name: 'Blue Kettle',
          sku: 'SKU-77',
          image: ['/kettle.jpg', '/two.jpg'],
          brand: { '@type': 'Brand', name: 'Acme' },
          description: 'A kettle &amp; more. <b>Good.</b>',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: '12' },
          offers: {
            '@type': 'Offer',
            price: '1,299.50',
            priceCurrency: 'EUR',
            availability: 'https://schema.org/InStock',
            itemCondition: 'http://schema.org/NewCondition',
          },
          isRelatedTo: { '@type': 'Product', name: 'Red Kettle', color: 'red', offers: { price: 1 } },
        },
      ],
    },
    '<h1>Blue Kettle</h1><p>Warranty: 2 years</p><dl><dt>Weight</dt><dd>1.2 kg</dd></dl><table><tr><th>Colour</th><td>blue</td></tr><tr><th>Volume</th><td>1,7 l</td></tr></table>',
  )
  const properties = {
    name: text,
    productName: text,
    price: number,
    currency: text,
    price_currency: text,
    brand: text,
    brandName: text,
    inStock: { type: 'boolean' },
    availability: { enum: ['in_stock', 'out_of_stock'] },
    rating: number,
    'Review count': { type: 'integer' },
    image: { type: 'string', format: 'uri' },
    images: { type: 'array', items: { type: 'string', format: 'uri' } },
    description: text,
    warranty: text,
    weight: text,
    color: text,
    article_no: { type: 'string', description: 'SKU of the product' },
    dimensions: text,
    telephone: text,
  }
  const { data, missing } = await fill(html, properties, 'https://shop.example/p/1')
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    name: 'Blue Kettle',
    productName: 'Blue Kettle',
    price: 1299.5,
    currency: 'EUR',
    price_currency: 'EUR',
    brand: 'Acme',
    brandName: 'Acme',
    inStock: true,
    availability: 'in_stock',
    rating: 4.5,
    'Review count': 12,
    image: 'https://shop.example/kettle.jpg',
    images: ['https://shop.example/kettle.jpg', 'https://shop.example/two.jpg'],
    description: 'A kettle & more. Good.',
    warranty: '2 years',
    weight: '1.2 kg',
    color: 'blue',
    article_no: 'SKU-77',
    dimensions: null,
    telephone: null,
  })
  expect(missing).toEqual(['dimensions', 'telephone'])
})

test('an article is read from microdata, RDFa and metadata', async () => {
  const properties = {
    title: text,
    author: text,
    authors: { type: 'array', items: text },
    publishedDate: { type: 'string', format: 'date' },
    datePublished: text,
    publisher: { type: 'object', properties: { name: text, logo: { type: 'string', format: 'uri' } } },
    section: text,
    url: { type: 'string', format: 'uri' },
  }
  const expected = { title: 'The News', author: 'Ann Lee', authors: ['Ann Lee'], publishedDate: '2026-03-01' }
  const microdata = `<html><body><article itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">The News</h1>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann Lee</span></span>
    <time itemprop="datePublished" datetime="2026-03-01T23:30:00-05:00">March 1</time>
    <div itemprop="publisher" itemscope itemtype="https://schema.org/Organization"><meta itemprop="name" content="Daily"></div></article>`
  expect(await filled(microdata, properties)).toMatchObject({
    ...expected,
    datePublished: '2026-03-01T23:30:00-05:00',
    publisher: { name: 'Daily', logo: null },
  })
  const rdfa = `<html><body vocab="https://schema.org/" typeof="Article"><h1 property="headline">The News</h1>
    <span property="author" typeof="Person"><span property="name">Ann Lee</span></span><time property="datePublished" datetime="2026-03-01">1 March</time>`
  expect(await filled(rdfa, properties)).toMatchObject(expected)
  const meta = `<html><head><title>The News - Daily</title><meta property="og:title" content="The News"><meta name="author" content="Ann Lee">
    <meta property="article:published_time" content="2026-03-01T10:00:00Z"><meta property="article:section" content="World">
    <link rel="canonical" href="https://daily.example/news"></head><body><h1>The News</h1><p>Text of it.</p>`
  expect(await filled(meta, properties)).toMatchObject({
    ...expected,
    section: 'World',
    url: 'https://daily.example/news',
  })
})

test('a recipe has its ingredients, steps, times and nutrition, from data and from the text', async () => {
  const properties = {
    name: text,
    ingredients: { type: 'array', items: text },
    instructions: { type: 'array', items: text },
    steps: { type: 'array', items: { type: 'object', properties: { text, name: text } } },
    prepTime: text,
    cook_time_minutes: { type: 'integer' },
    total_time: { type: 'string', format: 'duration' },
    servings: { type: 'integer' },
    calories: number,
    cuisine: text,
  }
  const data = {
    '@context': 'https://schema.org',
    '@type': ['Recipe', 'Thing'],
    name: 'Soup',
    recipeIngredient: ['1 onion', '2 l water'],
    recipeInstructions: [
      {
        '@type': 'HowToSection',
        name: 'All',
        itemListElement: [
          { '@type': 'HowToStep', text: 'Cut the onion.' },
          { '@type': 'HowToStep', text: 'Boil it.' },
        ],
      },
    ],
    prepTime: 'PT10M',
    cookTime: 'PT1H5M',
    totalTime: 'PT1H15M',
    recipeYield: ['4', '4 servings'],
    recipeCuisine: 'French',
    nutrition: { '@type': 'NutritionInformation', calories: '250 kcal' },
  }
  expect(await filled(withData(data, '<h1>Soup</h1>'), properties)).toEqual({
    name: 'Soup',
    ingredients: ['1 onion', '2 l water'],
    instructions: ['Cut the onion.', 'Boil it.'],
    steps: [
      { text: 'Cut the onion.', name: null },
      { text: 'Boil it.', name: null },
    ],
    prepTime: 'PT10M',
    cook_time_minutes: 65,
    total_time: 'PT1H15M',
    servings: 4,
    calories: 250,
    cuisine: 'French',
  })
  const plain =
    '<h1>Soup</h1><ul><li>Prep time: 10 minutes</li><li>Cook time: 1 hr 5 min</li><li>Serves: 4</li></ul><h2>Ingredients</h2><ul><li>1 onion</li><li>2 l water</li></ul><h2>Directions</h2><ol><li>Cut the onion.</li><li>Boil it.</li></ol>'
  expect(await filled(plain, properties)).toMatchObject({
    name: 'Soup',
    ingredients: ['1 onion', '2 l water'],
    instructions: ['Cut the onion.', 'Boil it.'],
    prepTime: '10 minutes',
    cook_time_minutes: 65,
    servings: 4,
    calories: null,
  })
})

test('an event, a job and an organisation have their places, times and contacts', async () => {
  const address = {
    '@type': 'PostalAddress',
    streetAddress: 'Main St 1',
    addressLocality: 'Springfield',
    postalCode: '12345',
    addressCountry: 'US',
  }
  const event = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: 'The Concert',
    startDate: '2026-07-01T20:00:00+02:00',
    endDate: '2026-07-01T23:00:00+02:00',
    location: { '@type': 'Place', name: 'City Hall', address },
    organizer: { '@type': 'Organization', name: 'Promoter', url: 'https://promoter.example/' },
    performer: [
      { '@type': 'PerformingGroup', name: 'One' },
      { '@type': 'PerformingGroup', name: 'Two' },
    ],
    offers: { '@type': 'Offer', price: '25', priceCurrency: 'EUR', url: 'https://tickets.example/1' },
  }
  expect(
    await filled(withData(event, '<h1>The Concert</h1>'), {
      event_name: text,
      date: { type: 'string', format: 'date' },
      startTime: { type: 'string', format: 'date-time' },
      venue: text,
      city: text,
      location: { type: 'object', properties: { name: text, address: text, city: text } },
      organizer: text,
      performers: { type: 'array', items: text },
      ticketPrice: number,
      ticket_url: text,
    }),
  ).toEqual({
    event_name: 'The Concert',
    date: '2026-07-01',
    startTime: '2026-07-01T20:00:00+02:00',
    venue: 'City Hall',
    city: 'Springfield',
    location: { name: 'City Hall', address: 'Main St 1, 12345, Springfield, US', city: 'Springfield' },
    organizer: 'Promoter',
    performers: ['One', 'Two'],
    ticketPrice: 25,
    ticket_url: 'https://tickets.example/1',
  })
  const job = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Engineer',
    datePosted: '2026-01-02',
    validThrough: '2026-02-02',
    employmentType: 'FULL_TIME',
    jobLocationType: 'TELECOMMUTE',
    hiringOrganization: { '@type': 'Organization', name: 'Acme Ltd', sameAs: 'https://acme.example' },
    jobLocation: { '@type': 'Place', address },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'USD',
      value: { '@type': 'QuantitativeValue', minValue: 50000, maxValue: 70000, unitText: 'YEAR' },
    },
  }
  expect(
    await filled(withData(job, '<h1>Engineer (m/f)</h1><p>Apply now</p>'), {
      jobTitle: text,
      company: text,
      location: text,
      salary_min: number,
      salaryMax: number,
      salaryCurrency: text,
      employmentType: { type: 'string', enum: ['full-time', 'part-time'] },
      remote: { type: 'boolean' },
      deadline: { type: 'string', format: 'date' },
      postedDate: { type: 'string', format: 'date' },
    }),
  ).toEqual({
    jobTitle: 'Engineer',
    company: 'Acme Ltd',
    location: 'Main St 1, 12345, Springfield, US',
    salary_min: 50000,
    salaryMax: 70000,
    salaryCurrency: 'USD',
    employmentType: 'full-time',
    remote: true,
    deadline: '2026-02-02',
    postedDate: '2026-01-02',
  })
  const company = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', name: 'Acme', url: 'https://acme.example/' },
      { '@type': 'WebPage', name: 'About us', description: 'All about Acme' },
      {
        '@type': 'LocalBusiness',
        name: 'Acme GmbH',
        telephone: '+49 30 1234',
        email: 'mailto:info@acme.example',
        address,
        foundingDate: '1999',
        sameAs: ['https://social.example/acme'],
        geo: { latitude: 52.5, longitude: '13.4' },
      },
    ],
  }
  expect(
    await filled(withData(company, '<h1>About us</h1><p>Fax: +49 30 1235</p>'), {
      name: text,
      phone: text,
      email: { type: 'string', format: 'email' },
      contact: { type: 'object', properties: { phone: text, fax: text, name: text } },
      address: { type: 'object', properties: { street: text, city: text, zip: text, country: text } },
      founded: { type: 'integer' },
      latitude: number,
      longitude: number,
      social_profiles: { type: 'array', items: { type: 'string', format: 'uri' } },
    }),
  ).toEqual({
    name: 'Acme GmbH',
    phone: '+49 30 1234',
    email: 'info@acme.example',
    contact: { phone: '+49 30 1234', fax: '+49 30 1235', name: null },
    address: { street: 'Main St 1', city: 'Springfield', zip: '12345', country: 'US' },
    founded: 1999,
    latitude: 52.5,
    longitude: 13.4,
    social_profiles: ['https://social.example/acme'],
  })
})

test('a list of objects is filled from things of a type, from a list in the data, and from the rows of a table', async () => {
  const items = { type: 'object', properties: { name: text, price: number, url: text } }
  const product = (i: number) => ({
    '@type': 'Product',
    name: `Kettle ${i}`,
    url: `/k/${i}`,
    offers: { price: i * 10 },
  })
  const expected = [1, 2, 3].map((i) => ({ name: `Kettle ${i}`, price: i * 10, url: `https://site.example/k/${i}` }))
  const graph = { '@context': 'https://schema.org', '@graph': [1, 2, 3].map(product) }
  expect(await filled(withData(graph, '<h1>Kettles</h1>'), { products: { type: 'array', items } })).toEqual({
    products: expected,
  })
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: [1, 2, 3].map((i) => ({ '@type': 'ListItem', position: i, item: product(i) })),
  }
  expect(await filled(withData(list, '<h1>Kettles</h1>'), { results: { type: 'array', items } })).toEqual({
    results: expected,
  })
  const table = `<h1>Kettles</h1><table><tr><th>Name</th><th>Price</th><th>Weight</th></tr>${[1, 2, 3].map((i) => `<tr><td>Kettle ${i}</td><td>€ ${i * 10},00</td><td>1 kg</td></tr>`).join('')}</table>`
  expect(await filled(table, { products: { type: 'array', items } })).toEqual({
    products: expected.map((each) => ({ ...each, url: null })),
  })
  expect(await filled('<h1>Kettles</h1><p>None.</p>', { products: { type: 'array', items } })).toEqual({
    products: null,
  })
})
