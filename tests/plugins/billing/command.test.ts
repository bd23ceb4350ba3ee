import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPluginCommand } from '../../plugin-command.ts'
import { runWeir } from '../../run-weir.ts'
import { openBilling } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-billing-command-'))
const WEIR_DATA_DIR = join(folder, 'data')
let sessions: string[]
let email: string
beforeAll(async () => {
  const weir = await openBilling({ WEIR_DATA_DIR }, { real: true })
  const users = [await weir.user('free'), await weir.user('free')]
  email = users[0]!.email
  sessions = []
  for (const { key } of users) sessions.push((await weir.checkout(key)).body.data.sessionId)
  await weir.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { cwd: folder, settings: { WEIR_DATA_DIR } }
const weir = (...args: string[]) => runPluginCommand(['billing', ...args], options)

test('weir billing lists requests, approves one and declines another', async () => {
  const { out } = await runWeir(['billing'], options)
  expect(out.trim().split('\n').length).toBe(2)
  expect(out).toContain(`${sessions[0]}  ${email}  free to pro, monthly  pending`)
  expect(await weir('approve', sessions[0]!)).toMatchObject({ code: 0, out: `${email}: pro, monthly, is approved\n` })
  expect((await weir('decline', sessions[1]!, '--reason', 'Not paid', '--json')).out).toContain('"status": "declined"')
  const { out: json } = await weir('list', '--status', 'approved', '--json')
  expect(JSON.parse(json).map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([sessions[0]])
  expect((await weir('list')).out).toBe('')
}, 120_000)

test('a wrong call exits with 2, and an unknown or already decided request with 1', async () => {
  for (const args of [['approve'], ['list', 'x'], ['reject', 'x'], ['approve', 'x', '--reason', 'y'], ['--nonsense']])
    expect([args, (await weir(...args)).code]).toEqual([args, 2])
  expect(await weir('approve', 'chk_nobody')).toMatchObject({ code: 1, error: expect.stringContaining('chk_nobody') })
  expect((await weir('approve', sessions[1]!)).code).toBe(1)
})
