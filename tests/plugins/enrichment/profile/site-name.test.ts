import { expect, test } from 'bun:test'
import { nameOfTitle } from '../../../../plugins/enrichment/profile/site-name.ts'

test.each([
  ["Home | Bob's Plumbing", "Bob's Plumbing"],
  ['Startseite – Müller Maschinenbau GmbH', 'Müller Maschinenbau GmbH'],
  ['Accueil - Boulangerie Dupont', 'Boulangerie Dupont'],
  ['株式会社サンプル｜トップページ', '株式会社サンプル'],
  ['Welcome to Acme Widgets Ltd', 'Acme Widgets Ltd'],
  ['Robots - Acme Robotics International', 'Acme Robotics International'],
  ['Best robots of the world - Initech', 'Initech'],
  ['Home', null],
  ['', null],
])('the name in the title %p is %p', (title, name) => {
  expect(nameOfTitle(title, new URL('https://www.acme-robotics.test/'))).toBe(name)
})
