import type { Kit, Provider, Tx } from 'weirjs'
import type { MonitorOptions, NotifierTargets } from '../schema.ts'
import { type Notice, type Notifier, notifiers as notifierService } from '../service.ts'

type Notifications = NonNullable<MonitorOptions['notifications']>

/** All notifiers, by name. */
export interface NamedNotifiers {
  readonly targets: NotifierTargets
  find(name: string): Notifier | undefined
  /** Throws 400 for an invalid target. Returns warnings. */
  check(notifications: Notifications, accountId: string): Promise<string[]>
  /** Writes a notice for each target, in the transaction. */
  leave(tx: Tx, notifications: Notifications, notice: Notice): Promise<void>
}

/** The outbox topic of notices. */
export const NOTICES = 'monitors.notices'

/** A notice for one notifier. The target is looked up at delivery, as it may be secret. */
export interface NoticeMessage {
  notifier: string
  notice: Notice
}

export function nameNotifiers({ all, outbox }: Pick<Kit, 'all' | 'outbox'>): NamedNotifiers {
  const providers: readonly Provider<Notifier>[] = all(notifierService)
  const byName = new Map(providers.map(({ name, service }) => [name, service]))
  const wanted = (notifications: Notifications) =>
    Object.entries(notifications).flatMap(([name, target]) => {
      const notifier = byName.get(name)
      return notifier && target !== undefined ? [{ name, target, notifier }] : []
    })
  return {
    targets: Object.fromEntries(providers.map(({ name, service }) => [name, service.target])),
    find: (name) => byName.get(name),
    async check(notifications, accountId) {
      const warnings: string[] = []
      for (const { target, notifier } of wanted(notifications))
        warnings.push(...(await notifier.check(target, accountId)))
      return warnings
    },
    async leave(tx, notifications, notice) {
      for (const { name, target, notifier } of wanted(notifications)) {
        if ('write' in notifier) await notifier.write(tx, target, notice)
        else {
          const message: NoticeMessage = { notifier: name, notice }
          const { account } = notice
          await outbox.put(tx, NOTICES, message, { receiver: `${name} ${account}`, account })
        }
      }
    },
  }
}
