import type { Tx } from '../../store/index.ts'
import type { UserRow, UsersTable } from './users-table.ts'

/** Whether a user still has the password of `row`; nobody can change it before the transaction ends. */
export async function isPassword(tx: Tx, { id, password_hash: hash }: Pick<UserRow, 'id' | 'password_hash'>) {
  await tx.lock(`user ${id}`)
  const users = tx.db<UsersTable>().selectFrom('users')
  const now = await users.select('password_hash').where('id', '=', id).executeTakeFirst()
  return now?.password_hash === hash
}
