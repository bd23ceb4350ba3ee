import { expect, test } from 'bun:test'
import { withData } from '../page.ts'
import { filled, number, text } from './fill.ts'

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
