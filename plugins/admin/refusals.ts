import { ApiError, type Caller, isBounded, type User } from 'weirjs'

/** A key with bounds must not make, or take over, an administrator who has none. */
export function refuseBounded({ key }: Caller) {
  if (!key || !isBounded(key.bounds)) return
  const message =
    'This key is restricted: it may not create administrators or set their passwords. Use a session or an unrestricted key'
  throw new ApiError('insufficient_permissions', message, { reason: 'bounded_key' })
}

/**
 * Administrators who suspend or demote themselves mostly meant somebody else, and could not undo it. A command on the
 * server's own machine is nobody's own.
 */
export function refuseOwnLockout(caller: Caller, userId: string, { status, role }: Partial<User>) {
  if (caller.isCommand || caller.account.id !== userId) return
  const what = status === 'suspended' ? 'suspend' : role === 'user' ? 'demote' : undefined
  if (what === undefined) return
  const message = `This is your own account: have another administrator ${what} you, or use weir users update on the server`
  throw new ApiError('conflict', message, { id: userId, reason: 'own_account' })
}
