import { type Kit, type PluginApp, reply, type Static, showReadiness, toCredits } from 'weirjs'
import { Stats } from './schema.ts'

/** The figures and the health of the whole service. Source: spec sections 2.12 and 4.14. */
export function statsRoutes(app: PluginApp, { accounts, credits, jobs, health }: Kit) {
  const read = async (): Promise<Static<typeof Stats>> => {
    const [users, counts, spent, report, commitTime] = await Promise.all([
      accounts.users.count(),
      jobs.count(undefined),
      credits.total(),
      health.report(),
      health.commitTime(),
    ])
    const { queued, running } = counts.byStatus
    return {
      totalUsers: users.total,
      activeUsers: users.active,
      totalJobs: Object.values(counts.byStatus).reduce((sum, count) => sum + count, counts.scheduled),
      totalCreditsUsed: toCredits(spent),
      systemHealth: report.status,
      version: report.version,
      health: {
        store: {
          writable: report.store.trouble === undefined,
          commitTime: commitTime ?? null,
          reason: report.store.trouble ?? null,
          remedy: report.store.remedy,
        },
        queue: { ...report.queue, pendingJobs: queued, activeJobs: running, scheduledJobs: counts.scheduled },
        disk: report.disk,
        files: report.files,
        engines: report.engines.map(({ name, state }) => ({ name, ...showReadiness(state) })),
        providers: report.providers.map(({ service, name, plugin, state }) => ({
          service,
          name,
          plugin,
          ...showReadiness(state),
        })),
      },
    }
  }

  app.get('/admin/stats', async () => ({ success: true as const, data: await read() }), {
    access: 'admin',
    response: { 200: reply(Stats) },
    detail: {
      operationId: 'getAdminStats',
      summary: 'Get statistics and health of the service',
      description:
        'Totals for all accounts, and the state of the store, the queue, the disk, the file storage, each engine and each provider, with the remedy for each problem.',
    },
  })
}
