import type { Held } from './archives/held.ts'
import type { ArchiveServer } from './archives/server.ts'
import { startWayback, type WaybackOptions } from './archives/wayback.ts'
import { type Opened, openArchive } from './open.ts'

export const open: { close(): unknown }[] = []
export const monthly = [
  '20190110120000',
  '20200110120000',
  '20210310093000',
  '20210310180000',
  '20210317120000',
  '20230615101112',
]

/** Closes what a test has opened. */
export async function closeAll(): Promise<void> {
  for (const one of open.splice(0)) await one.close()
}

export async function start(
  held: readonly Held[],
  options?: WaybackOptions,
): Promise<{ weir: Opened; archive: ArchiveServer }> {
  const archive = startWayback(held, options)
  const weir = await openArchive({ settings: { WEIR_WAYBACK_URL: archive.url } })
  open.push(weir, { close: archive.stop })
  return { weir, archive }
}
