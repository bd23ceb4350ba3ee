import { describe, expect, test } from 'bun:test'
import type { Config } from '../../../../core/config.ts'
import { loadEngines, loadPlugins } from '../../../../core/host/load.ts'
import { AccessShape, AccessWord } from '../../../../core/host/shapes/access-shape.ts'
import { EngineShape } from '../../../../core/host/shapes/engine-shape.ts'
import { findBadSetting, findMisfit } from '../../../../core/host/shapes/find-misfit.ts'
import { PluginShape } from '../../../../core/host/shapes/plugin-shape.ts'
import { defineJob, definePlanField, defineProviders, defineService, httpUrl, t } from '../../../../core/index.ts'

const all = { settings: { WEIR_PLUGINS: ['*'], WEIR_ENGINES: ['*'] }, folder: '/' } as unknown as Config
const plugin = { name: 'greeter', api: 1, tag: { name: 'Greeter', description: 'Greets.' } }
const engine = { name: 'mine', api: 1, supports: {}, open: () => ({}) }
const job = defineJob({
  name: 'greeter.greet',
  input: t.Object({}),
  item: t.Object({}),
  seed: () => [{ key: 'one', value: {} }],
  run: async () => ({ millicredits: 0 }),
})
const one = defineService<object>('greeter.one')
const many = defineProviders<object>('greeter.many')
const defaults = { free: 1, starter: 1, pro: 1, enterprise: null }

test('all built-in plugins and engines have the right shape', async () => {
  expect((await loadPlugins(all)).length).toBeGreaterThan(20)
  expect((await loadEngines(all)).length).toBeGreaterThan(3)
})

test('everything that a plugin can have is accepted', () => {
  const whole = {
    ...plugin,
    permissions: ['greet'],
    config: t.Object({ url: t.Optional(httpUrl({ env: 'WEIR_GREETER_URL' })) }),
    limits: { greet: { free: { perHour: 1, perDay: null } }, other: () => ({ perMinute: 2 }) },
    planFields: [definePlanField({ name: 'greeter.n', description: 'Greetings', defaults })],
    errors: { invalid: { url: 'invalid_url', '*': () => new Error() }, status: { conflict: 410 } },
    migrations: [{ name: '001-a', up: async () => {} }],
    requires: [one],
    wants: [many, undefined].slice(0, 1),
    provides: [one.by(() => ({})), many.by({ name: 'mine', order: 3, health: () => ({ ready: true }) }, () => ({}))],
    jobs: [job],
    routes: undefined,
    close: async () => {},
  }
  expect(findMisfit(PluginShape, whole)).toBeUndefined()
})

test('plugins and engines may have additional fields, and say what they cannot do', () => {
  expect(
    findMisfit(PluginShape, { ...plugin, tag: { ...plugin.tag, since: '1.0' }, greetings: ['hi'] }),
  ).toBeUndefined()
  expect(findMisfit(EngineShape, { ...engine, supports: { pdf: false }, pool: {} })).toBeUndefined()
  expect(findMisfit(AccessShape, { countsJobs: false, idempotent: true }, 'access')).toBeUndefined()
})

describe('the error for a plugin names the wrong field, and what is allowed there', () => {
  const cases: [Record<string, unknown>, string][] = [
    [
      { limits: { greet: { free: { perhour: 1 } } } },
      'there is no field limits.greet.free.perhour; those there are per',
    ],
    [{ limits: { greet: { gold: {} } } }, 'there is no field limits.greet.gold; those there are free, starter, pro,'],
    [{ limits: { greet: { free: { perDay: -1 } } } }, 'limits.greet.free.perDay must be a number of at least 0, or'],
    [{ limits: { greet: 10 } }, 'limits.greet must be rates by plan, such as { free: { perHour: 10 } }, or a function'],
    [{ planFields: ['n'] }, 'planFields.0 must be what definePlanField gives'],
    [
      { planFields: [definePlanField({ name: 'n', description: '', defaults: { free: 1 } } as never)] },
      'planFields.0.defaults.starter is missing: a number of at least 0, or a null',
    ],
    [{ config: { key: '' } }, 'config must be a schema that t makes, such as t.Object({…})'],
    [{ permissions: 'greet' }, 'permissions must be an array of names'],
    [
      { permissions: ['any'] },
      'permissions.0 must be a name in lower-case letters, digits, _ and -, but for any and n',
    ],
    [{ migrations: [{ name: '001-a' }] }, 'migrations.0.up is missing: a function'],
    [{ requires: [undefined] }, "requires.0 is missing: a service, as its plugin's service.ts exports it"],
    [{ wants: ['greeter.one'] }, "wants.0 must be a service, as its plugin's service.ts exports it"],
    [{ provides: [one] }, 'provides.0.service is missing'],
    [{ provides: [many.by({ name: 'My own' }, () => ({}))] }, 'provides.0.name must be a name in lower-case letters'],
    [{ jobs: [{ ...job, run: undefined }] }, 'jobs.0.run'],
    [{ jobs: [{ ...job, item: { url: 'string' } }] }, 'jobs.0.item must be a schema that t makes'],
    [{ jobs: [{ ...job, order: 'random' }] }, 'jobs.0.order must be one of: input, completion'],
    [{ commands: [{ name: 'greet', run: async () => {} }] }, 'commands.0.usage is missing: a string'],
    [{ mounts: { path: '/greet' } }, 'mounts must be an array'],
    [{ errors: { family: { schema: t.Object({}) } } }, 'errors.family.render is missing: a function'],
    [{ setup: {} }, 'setup must be a function'],
    [{ tag: { ...plugin.tag, order: 'first' } }, 'tag.order must be a number'],
  ]
  for (const [more, words] of cases)
    test(words, () => expect(findMisfit(PluginShape, { ...plugin, ...more })).toStartWith(words))
})

describe('the error for an engine does the same', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ supports: ['pdf'] }, 'supports must be an object'],
    [
      { supports: { screenshots: true } },
      'there is no field supports.screenshots; those there are javascript, actions',
    ],
    [{ supports: { pdf: 'yes' } }, 'supports.pdf must be a boolean'],
    [{ ready: true }, 'ready must be a function'],
  ]
  for (const [more, words] of cases)
    test(words, () => expect(findMisfit(EngineShape, { ...engine, ...more })).toStartWith(words))
})

test('an environment setting that would never be read is reported', () => {
  expect(findBadSetting(t.Object({ key: t.Optional(t.String({ env: 'GREETER_KEY' })) }))).toBe(
    'config.key has the env "GREETER_KEY", which is never read: it must begin with WEIR_',
  )
})

test('a misspelt access is reported', () => {
  expect(findMisfit(AccessWord, 'admn', 'access')).toBe('access must be one of: anyone, key, session, admin, optional')
  expect(findMisfit(AccessShape, { as: 'adm' }, 'access')).toStartWith('access.as must be one of: anyone, key')
  expect(findMisfit(AccessShape, { permision: 'x' }, 'access')).toStartWith('there is no field access.permision; those')
  expect(findMisfit(AccessShape, { maxBody: '1MB' }, 'access')).toBe(
    'access.maxBody must be a whole number of at least 0',
  )
})
