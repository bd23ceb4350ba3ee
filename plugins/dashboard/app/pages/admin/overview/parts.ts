import { formatBytes, formatDuration, formatNumber } from '../../../ui/format.ts'
import type { Tone } from '../../../ui/states.tsx'
import type { AdminStats } from './stats.ts'

/** A part of the service: its status in a word and in figures, and what to do about it. */
export interface Part {
  name: string
  word: string
  tone: Tone
  about: string
  remedy: string | null
}

const TONES: Readonly<Record<string, Tone>> = { healthy: 'good', slow: 'warning', low: 'warning', unknown: 'bad' }

const PLACES = { disk: 'On disk', bucket: 'In a bucket', database: 'In the database' } as const

/** The parts that a service cannot do without. */
export function partsOf({ store, queue, disk, files, engines, providers }: AdminStats['health']): Part[] {
  const ready = engines.filter(({ ready }) => ready)
  // If a service has several providers, one of them is enough.
  const nameOf = ({ service }: { service: string }) => service.replace(/\.providers$/, '')
  const services = [...new Set(providers.map(nameOf))]
  const isUp = (wanted: string) => providers.some((one) => nameOf(one) === wanted && one.ready)
  const down = services.filter((service) => !isUp(service))
  return [
    {
      name: 'Store',
      word: store.writable ? 'healthy' : (store.reason ?? 'not writable').replaceAll('_', ' '),
      tone: store.writable ? 'good' : 'bad',
      about: store.commitTime === null ? 'Writes are refused' : `A write takes ${formatDuration(store.commitTime)}`,
      remedy: store.remedy,
    },
    {
      name: 'Queue',
      word: queue.status,
      tone: TONES[queue.status] ?? 'neutral',
      about: [
        `${formatNumber(queue.activeJobs)} running`,
        `${formatNumber(queue.pendingJobs)} waiting`,
        `${formatNumber(queue.scheduledJobs)} scheduled`,
        ...(queue.longestWait ? [`longest wait ${formatDuration(queue.longestWait)}`] : []),
      ].join(', '),
      remedy: queue.remedy,
    },
    {
      name: 'Disk',
      word: disk.status,
      tone: TONES[disk.status] ?? 'neutral',
      about:
        disk.free === null || disk.total === null
          ? 'Free space unknown'
          : `${formatBytes(disk.free)} free of ${formatBytes(disk.total)}`,
      remedy: disk.remedy,
    },
    {
      name: 'Files',
      word: files.status,
      tone: files.status === 'healthy' ? 'good' : 'bad',
      about: files.reason ?? PLACES[files.place],
      remedy: files.remedy,
    },
    {
      name: 'Engines',
      word: ready.length === engines.length ? 'ready' : `${ready.length} of ${engines.length} ready`,
      tone: ready.length === 0 ? 'bad' : ready.length < engines.length ? 'neutral' : 'good',
      about: ready.map(({ name }) => name).join(', ') || 'None can fetch a page',
      remedy: null,
    },
    {
      name: 'Providers',
      word: down.length === 0 ? 'ready' : `${services.length - down.length} of ${services.length} services ready`,
      tone: down.length === 0 ? 'good' : 'warning',
      about: down.length === 0 ? `For ${services.join(', ')}` : `None is ready for ${down.join(', ')}`,
      remedy: null,
    },
  ]
}
