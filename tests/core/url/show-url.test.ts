import { expect, test } from 'bun:test'
import { adviseOnUrl, showUrl } from '../../../core/url/show-url.ts'

const secrets = [
  'https://user:hunter2@example.com/path?q=1',
  'https://hunter2@example.com/',
  'https:user:hunter2@example.com/',
  'https:\\\\user:hunter2@example.com',
  'https://user:hun/hunter2@example.com',
  'https://user:hun?hunter2@exa mple.com',
  'user:hunter2@example.com',
  'hunter2@example.com',
  '//user:hunter2@example.com',
  ' https://user:hunter2@example.com',
  'ht\ntps://user:hunter2@example.com/a',
  'ftp://user:hunter2@example.com/',
  'https://user:hunter2@[bad',
  `https://user:hunter2${'x'.repeat(3000)}@example.com/`,
  'https://a@b:hunter2@example.com/',
]

test.each(secrets)('no password is shown: %j', (text) => {
  expect(showUrl(text)).not.toContain('hunter2')
  expect(adviseOnUrl(text)).not.toContain('hunter2')
})

test.each(['https://medium.com/@ada/post', 'https://example.com/?to=a@b.example#c@d', 'nonsense', 'https://x/'])(
  'other text stays unchanged: %s',
  (text) => {
    expect(showUrl(text)).toBe(text)
  },
)

test('each fault has its own remedy', () => {
  expect(adviseOnUrl('example.com')).toContain('such as https://example.com')
  expect(adviseOnUrl('example.com:8080/a')).toContain('such as https://example.com:8080/a')
  expect(adviseOnUrl('//example.com/a')).toEndWith('such as https://example.com/a')
  for (const text of secrets.slice(0, 3)) {
    expect(adviseOnUrl(text)).toContain('`authentication`')
    expect(adviseOnUrl(text, 'options.authentication')).toContain('`options.authentication`')
    expect(adviseOnUrl(text, null)).toEndWith('no authentication is sent')
  }
  expect(adviseOnUrl('gopher://example.com')).toContain('other schemes')
  expect(adviseOnUrl('https://exa mple.com')).toContain('blanks')
  expect(adviseOnUrl('')).toContain('with a host')
})
