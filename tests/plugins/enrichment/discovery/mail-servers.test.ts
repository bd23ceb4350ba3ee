import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createFindMailServers, describeAddress } from '../../../../plugins/enrichment/discovery/index.ts'
import { startNameServer } from '../name-server.ts'

let names: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  names = await startNameServer({
    'two.test': {
      mx: [
        [20, 'second.two.test'],
        [10, 'first.two.test'],
      ],
    },
    'null.test': { mx: [[0, '']], a: ['127.0.0.1'] },
    'implicit.test': { a: ['127.0.0.1'] },
    'empty.test': {},
    'broken.test': { fails: 'SERVFAIL' },
    'silent.test': { fails: 'silence' },
  })
})
afterAll(() => names.stop())

const find = (domain: string, signal = new AbortController().signal) =>
  createFindMailServers([names.address])(domain, signal)

describe('mail to a domain', () => {
  test('goes to its mail servers in order of preference', async () => {
    expect(await find('two.test')).toEqual({ acceptsMail: true, mx: ['first.two.test', 'second.two.test'] })
  })
  test('is not accepted if there is a null MX record, whatever else there is', async () => {
    expect(await find('null.test')).toEqual({ acceptsMail: false, mx: [] })
  })
  test('goes to the address of the domain if it has no mail server', async () => {
    expect(await find('implicit.test')).toEqual({ acceptsMail: true, mx: [] })
  })
  test('is not accepted if there are no records, or the name does not exist', async () => {
    expect(await find('empty.test')).toEqual({ acceptsMail: false, mx: [] })
    expect(await find('nowhere.test')).toEqual({ acceptsMail: false, mx: [] })
  })
  test('is unknown if no name server responds', async () => {
    expect(await find('broken.test')).toEqual({ acceptsMail: null, mx: [] })
    expect(await find('silent.test')).toEqual({ acceptsMail: null, mx: [] })
  }, 120_000)
  test('is no longer looked up after an abort', async () => {
    await expect(find('silent.test', AbortSignal.timeout(20))).rejects.toThrow('timed out')
  })
})

describe('the kind of an address', () => {
  const flags = (local: string, domain: string) => {
    const { isRoleAddress, isFreeMail, isDisposable } = describeAddress(
      { local, domain },
      { acceptsMail: null, mx: [] },
    )
    return [isRoleAddress && 'role', isFreeMail && 'free', isDisposable && 'disposable'].filter(Boolean).join(' ')
  }
  test.each([
    ['Info', 'acme.test', 'role'],
    ['sales+2026', 'acme.test', 'role'],
    ['no-reply', 'acme.test', 'role'],
    ['jane.doe', 'acme.test', ''],
    ['infosys', 'acme.test', ''],
    ['jane', 'gmail.com', 'free'],
    ['jane', 'web.de', 'free'],
    ['jane', 'yahoo.co.uk', 'free'],
    ['jane', 'hotmail.fr', 'free'],
    ['jane', 'yahoo-inc.com', ''],
    ['jane', 'facebook.com', ''],
    ['info', 'gmx.net', 'role free'],
    ['jane', 'mailinator.com', 'disposable'],
    ['jane', 'team.mailinator.com', 'disposable'],
    ['jane', 'notmailinator.example', ''],
  ])('%s@%s: %s', (local, domain, expected) => {
    expect(flags(local, domain)).toBe(expected)
  })
})
