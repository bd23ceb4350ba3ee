const nav = '<nav><a href="/about">About us</a> <a href="/kontakt">Kontakt</a> <a href="/impressum">Impressum</a></nav>'
const organisation = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Acme Robotics GmbH',
  description: 'Acme builds small robots.',
  address: { '@type': 'PostalAddress', streetAddress: 'Main Street 1', postalCode: '10115', addressLocality: 'Berlin' },
  sameAs: ['https://www.linkedin.com/company/acme-robotics'],
}
/** A page with the links that all pages of the site have. */
export const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${nav}${body}</body></html>`
/** The site of a company. Each page has different facts. */
export const acme = {
  '/': page(
    '<h1>Acme Robotics GmbH</h1><p>Industry: Robotics</p><p>Employees: 42</p>',
    `<title>Acme</title><script type="application/ld+json">${JSON.stringify(organisation)}</script>`,
  ),
  '/about': page('<h1>About us</h1><p>Motto: Small is strong</p>'),
  '/kontakt': page('<h1>Kontakt</h1><p>Telefon: +49 30 1234567</p>'),
  '/impressum': page('<h1>Impressum</h1><p>Geschäftsführerin: Jane Doe</p>'),
}
