import { ApiError, type Caller, isBounded, type User } from 'weirjs'

/** Refuses keys with restrictions, which must not create or take over an unrestricted administrator. */
export function refuseBounded({ key }: Caller) {
  if (!key || !isBounded(key.bounds)) return
  const message =
    'This key is restricted: it may not create administrators or set their passwords. Use a session or an unrestricted key'
  throw new ApiError('insufficient_permissions', message, { reason: 'bounded_key' })
}

/**
 * Keeps administrators from suspending or demoting themselves, which is usually a mistake that they could not undo. A
 * command on the server's own machine has no account of its own.
 */
export function refuseOwnLockout(caller: Caller, userId: string, { status, role }: Partial<User>) {
  if (caller.isCommand || caller.account.id !== userId) return
  const what = status === 'suspended' ? 'suspend' : role === 'user' ? 'demote' : undefined
  if (what === undefined) return
  const message = `This is your own account: have another administrator ${what} you, or use weir users update on the server`
  throw new ApiError('conflict', message, { id: userId, reason: 'own_account' })
}
