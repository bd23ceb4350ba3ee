import { expect, test } from 'bun:test'
import { organisationsOf } from '../../../../plugins/enrichment/profile/organisations.ts'

const named = (items: Record<string, unknown>) => organisationsOf({ items }).map(({ name }) => name)

test('a company has any of the types that schema.org has for companies', () => {
  for (const type of ['Plumber', 'Bakery', 'RealEstateAgent', 'NGO', 'GeneralContractor', 'HairSalon', 'SportsTeam'])
    expect([type, named({ [type]: [{ type, name: 'Acme' }] })]).toEqual([type, ['Acme']])
  for (const type of ['Service', 'ProductGroup', 'Person', 'ContactPoint', 'TrainStation'])
    expect([type, named({ [type]: [{ type, name: 'Acme' }] })]).toEqual([type, []])
})

test('organisations that a company belongs to, or that review it, are not the company', () => {
  const other = { type: 'Organization', name: 'Other' }
  const Organization = [
    {
      type: 'Organization',
      name: 'Acme',
      memberOf: other,
      parentOrganization: other,
      review: [{ type: 'Review', author: other }],
      department: { type: 'Organization', name: 'Acme Sales' },
    },
  ]
  expect(named({ Organization, Review: [{ type: 'Review', author: other }] })).toEqual(['Acme', 'Acme Sales'])
  expect(named({ Product: [{ type: 'Product', brand: other, manufacturer: other }] })).toEqual([])
})
