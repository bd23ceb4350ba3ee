import { type AuditEntry as Entry, isoTime, type Kit, type PluginApp, reply } from 'weirjs'
import { type AuditEntry, AuditPage, AuditQuery } from './schema.ts'

const shown = ({ at, changes, ...entry }: Entry): AuditEntry => ({
  ...entry,
  at: isoTime(at),
  changes: { ...changes },
})

const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

/** The audit log: who changed what, when and from where. */
export function auditRoutes(app: PluginApp, { audit, accounts }: Kit) {
  /**
   * Resolves an e-mail address to a user's id, and returns any other text as it is; undefined for an unknown address.
   */
  const idOf = async (text: string) => (text.includes('@') ? (await accounts.users.byEmail(text))?.id : text)

  app.get(
    '/admin/audit',
    async ({ query: { limit = 20, cursor, actor, action, target, since, until } }) => {
      const named = { actor: actor && (await idOf(actor)), target: target && (await idOf(target)) }
      const isNobody = (actor && !named.actor) || (target && !named.target)
      const filter = { limit, cursor, ...named, action, since: time(since), until: time(until) }
      const page = isNobody ? { entries: [], nextCursor: null } : await audit.list(filter)
      return { success: true as const, data: { entries: page.entries.map(shown), nextCursor: page.nextCursor } }
    },
    {
      access: 'admin',
      query: AuditQuery,
      response: { 200: reply(AuditPage) },
      detail: {
        operationId: 'listAuditLog',
        summary: 'List audit log entries',
        description:
          "Newest first: users added, changed, suspended and activated; passwords; keys created and revoked; administrators' logins; logins locked after failures; webhook secrets; and the entries of plugins. Each entry is written together with its change and contains no secret. Entries are kept for `WEIR_AUDIT_DAYS`.",
      },
    },
  )
}
