import { describe, expect, test } from 'bun:test'
import { CopyFailure } from '../../../core/backup/failure.ts'
import { errorInWords } from '../../../core/cli/connect.ts'
import { CommandError } from '../../../core/cli/context.ts'
import { inOneLine, sayCopied } from '../../../core/cli/copying.ts'
import { credentialLines } from '../../../core/cli/credentials.ts'
import { drawProgress } from '../../../core/cli/progress.ts'
import { checkAction, readArgs } from '../../../core/cli/read-args.ts'
import { plain, table } from '../../../core/cli/table.ts'
import { FORBIDDEN_REMEDY } from '../../../core/egress-rules/egress-failure.ts'

test('columns are as wide as their longest cell, and no line ends with spaces', () => {
  expect(
    table([
      ['ID', 'NAME', ''],
      ['job_1', 'a', 'x'],
      ['j', 'longer', ''],
    ]),
  ).toEqual(['ID     NAME', 'job_1  a       x', 'j      longer'])
  expect(table([])).toEqual([])
  expect(plain('a\u001b[31mb\u202ec')).toBe('a\ufffd[31mb\ufffdc')
})

describe('the administrator of a new store', () => {
  const made = { email: 'a@a.test', password: 'secret', key: 'wr_1' }
  const intro = 'A new store was created, with its administrator. Generated values are not shown again:'
  test('is shown with what was generated', () =>
    expect(credentialLines(made)).toEqual([intro, '  E-mail   a@a.test', '  Password secret', '  API key  wr_1', '']))
  test('is shown without what the operator chose', () =>
    expect(credentialLines({ email: 'a@a.test' })).toEqual([intro, '  E-mail   a@a.test', '']))
  test('is not shown if there was one already', () => expect(credentialLines(undefined)).toEqual([]))
})

describe('the report of a copy', () => {
  const copied = (name: string, rows: number, sums = {}) => ({ name, rows, sums })
  const saidOf = (tables: ReturnType<typeof copied>[], json = false) => {
    const said: string[] = []
    sayCopied({ tables, facts: { to: 'there' }, lines: ['Copied to there'] }, json, (line) => said.push(line))
    return said
  }
  const tables = [copied('users', 3), copied('ledger', 12, { amount: 1500, held: 250 }), copied('jobs', 0)]
  test('lists the tables, and the sums of the ledger', () =>
    expect(saidOf(tables)).toEqual([
      'TABLE   ROWS',
      'ledger  12',
      'users   3',
      '1 more are empty',
      'The ledger has 12 entries: 1.5 credits left, 0.25 held',
      'Copied to there',
    ]))
  test('works without empty tables, and without a ledger', () =>
    expect(saidOf([copied('users', 3)])).toEqual([
      'TABLE  ROWS',
      'users  3',
      'The ledger has 0 entries: 0 credits left, 0 held',
      'Copied to there',
    ]))
  test('lists all tables as JSON', () =>
    expect(JSON.parse(saidOf(tables, true).join('\n'))).toEqual({
      tables: [
        { name: 'jobs', rows: 0 },
        { name: 'ledger', rows: 12 },
        { name: 'users', rows: 3 },
      ],
      ledger: { entries: 12, left: 1.5, held: 0.25 },
      to: 'there',
    }))
})

test('what the operator has to correct is reported in one line, and anything else as a fault', async () => {
  const failing = (error: unknown) =>
    inOneLine(async () => {
      throw error
    }).catch((thrown) => thrown)
  for (const error of [
    new CopyFailure('The backup is not whole'),
    Object.assign(new Error('EACCES: permission denied'), { syscall: 'open' }),
  ]) {
    const told = await failing(error)
    expect([told instanceof CommandError, told.message, told.code]).toEqual([true, error.message, 1])
  }
  const fault = new TypeError('undefined is not a function')
  expect(await failing(fault)).toBe(fault)
  expect(await inOneLine(async () => 5)).toBe(5)
})

describe('options and actions', () => {
  const options = { name: { type: 'string' }, json: { type: 'boolean' } } as const
  const actions = { list: { words: 1, options: ['json'] }, add: { words: 2, options: ['name'] } }
  const call = (...args: string[]) => {
    try {
      const { positionals, values } = readArgs(args, options)
      checkAction(actions, positionals, values, 'Use it so')
      return 'fine'
    } catch (error) {
      return [(error as CommandError).code, (error as CommandError).message]
    }
  }
  test('are taken as the command defines them', () =>
    expect([call('list'), call('list', '--json'), call('add', 'x', '--name', 'y')]).toEqual(['fine', 'fine', 'fine']))
  test('are refused with the usage', () => {
    for (const args of [[], ['toString'], ['list', 'x'], ['add'], ['list', '--name', 'y'], ['add', 'x', '--json']])
      expect([args, call(...args)]).toEqual([args, [2, 'Use it so']])
    expect(call('list', '--frobnicate')).toEqual([2, expect.stringContaining('--frobnicate')])
  })
})

describe('an error of the API', () => {
  test('is reported with its remedy', () => {
    expect(errorInWords({ message: 'No browser', details: { remedy: 'Install one' } })).toBe('No browser. Install one')
    expect(errorInWords({ message: 'No browser', details: { remedy: 5 } })).toBe('No browser')
    expect(errorInWords({ message: 'No browser' })).toBe('No browser')
    expect(errorInWords(undefined)).toBeUndefined()
  })
  test('about an address that may not be fetched says what the operator can do', () => {
    const details = { reason: 'forbidden_address' }
    expect(errorInWords({ message: 'Not fetched', details })).toBe(`Not fetched. ${FORBIDDEN_REMEDY}`)
    expect(FORBIDDEN_REMEDY).toContain('Ports that browsers refuse, and this service itself, are never allowed')
    expect(errorInWords({ message: 'Not fetched', details: { ...details, remedy: 'Else' } })).toBe('Not fetched. Else')
  })
})

test('a bar fills with progress, and shows the remaining time once something is done', () => {
  const of = (completed: number, more: object = {}) =>
    drawProgress({ completed, failed: 0, total: 3, timeLeft: 60_000, ...more })
  expect(of(0)).toBe(`[${'-'.repeat(30)}]  0/3`)
  expect(of(1)).toBe(`[${'#'.repeat(10)}${'-'.repeat(20)}]  1/3  60 seconds left`)
  expect(of(3, { timeLeft: 0 })).toBe(`[${'#'.repeat(30)}]  3/3`)
  expect(of(0, { failed: 1, timeLeft: null })).toBe(`[${'#'.repeat(10)}${'-'.repeat(20)}]  1/3  1 failed`)
  expect(of(1, { total: 100 })).toStartWith(`[${'-'.repeat(30)}]  1/100`)
  expect(drawProgress({ completed: 1, failed: 0, total: 1, timeLeft: null }, 10)).toBe('[########')
  expect(drawProgress({ completed: 1, failed: 0, total: 1, timeLeft: null }, 0)).toBe('')
})
