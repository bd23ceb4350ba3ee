import { expect, test } from 'bun:test'
import { withData } from '../page.ts'
import { fill, filled, number, text } from './fill.ts'

test('a product is read from JSON-LD, and missing values from the text', async () => {
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

test('a list of objects is filled from things of a type, from a list in the data, and from table rows', async () => {
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
