import { Value } from '@sinclair/typebox/value'
import { theService } from '../audit/system-actor.ts'
import { SettingError } from '../config.ts'
import type { Accounts } from '../contracts/accounts.ts'
import { isApiError } from '../errors.ts'
import { t } from '../schema.ts'
import { KEY_FORM } from './keys/api-key.ts'
import { generateKey, type KeyStore } from './keys/keys.ts'
import { generatePassword, PASSWORD_LENGTH } from './passwords.ts'

/** What the operator chose for the first administrator. */
export interface AdministratorSettings {
  email?: string
  password?: string
  apiKey?: string
}

/** What was created, to be shown once. */
export interface MadeAdministrator {
  email: string
  /** Set if it was generated. */
  password?: string
  key?: string
}

const Email = t.String({ format: 'email' })

/**
 * Creates an administrator with a key in an empty store. Returns what was generated, or undefined if there are users
 * already. Throws SettingError if a chosen value is invalid. Source: decisions 2.2.
 */
export async function createAdministrator(
  accounts: Accounts,
  keys: KeyStore,
  settings: AdministratorSettings,
): Promise<MadeAdministrator | undefined> {
  if ((await accounts.users.count()).total > 0) return undefined
  const { email = 'admin@weir.localhost', password = generatePassword(), apiKey = generateKey() } = settings
  check(email, password, apiKey)
  // Both or neither: an administrator without the key that the operator chose would look like a finished first start.
  try {
    await accounts.users.add({ email, password, plan: 'enterprise', role: 'admin' }, theService, async (tx, user) => {
      await keys.import(tx, user, 'Administrator', apiKey)
    })
  } catch (error) {
    // Another process that started at the same time on the same store was faster.
    if (isApiError(error) && error.code === 'conflict') return undefined
    throw error
  }
  return {
    email,
    ...(settings.password === undefined ? { password } : {}),
    ...(settings.apiKey === undefined ? { key: apiKey } : {}),
  }
}

function check(email: string, password: string, apiKey: string) {
  if (!Value.Check(Email, email)) throw new SettingError('WEIR_ADMIN_EMAIL must be an e-mail address')
  const { minimum, maximum } = PASSWORD_LENGTH
  if (password.length < minimum || password.length > maximum) {
    throw new SettingError(`WEIR_ADMIN_PASSWORD must have ${minimum} to ${maximum} characters`)
  }
  if (!KEY_FORM.test(apiKey))
    throw new SettingError('WEIR_ADMIN_API_KEY must be wr_, 5 letters or digits, _ and 40 letters or digits')
}
