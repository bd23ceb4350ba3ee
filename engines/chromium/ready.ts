import { connect } from 'node:net'
import type { Ready } from 'weirjs'
import { versionOf } from '../playwright/index.ts'
import type { ChromiumSettings } from './chromium-settings.ts'
import { findChromium, type HeadlessShell, INSTALL_REMEDY } from './find-chromium.ts'

/** Milliseconds after which a browser on another machine counts as unreachable. */
export const CONNECTING_TIME = 5000

/** Root cannot use Chromium's sandbox. */
export const isRoot = () => process.getuid?.() === 0

/** Whether Chromium can run here, determined without starting it. */
export async function chromiumReady(
  { path, server, sandbox }: ChromiumSettings,
  headlessShell: HeadlessShell = 'preferred',
): Promise<Ready> {
  if (server) return remoteReady(server)
  const found = findChromium(path, { headlessShell })
  if (!found && path)
    return {
      ready: false,
      reason: 'there is no Chromium at WEIR_CHROMIUM_PATH',
      remedy: 'Correct WEIR_CHROMIUM_PATH, or leave it out to use what the system has',
    }
  if (!found) return { ready: false, reason: 'no Chromium was found', remedy: INSTALL_REMEDY }
  const version = await versionOf(found.program)
  if (!version) return { ready: false, reason: 'the Chromium that was found does not run', remedy: INSTALL_REMEDY }
  const build = found.isHeadlessShell ? `${version}, headless shell` : version
  return { ready: true, detail: sandbox === 'off' || isRoot() ? `${build}, without a sandbox` : build }
}

/** Whether something listens there; whether it is Chromium shows on first use. */
async function remoteReady(server: string): Promise<Ready> {
  const { hostname, port, protocol } = new URL(server)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (/s:$/.test(protocol) ? 443 : 80)),
    timeout: CONNECTING_TIME,
  })
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
  })
  socket.destroy()
  if (reached) return { ready: true, detail: 'a browser on another machine' }
  return {
    ready: false,
    reason: 'the browser at WEIR_CHROMIUM_WS cannot be reached',
    remedy: 'Start it, or correct WEIR_CHROMIUM_WS',
  }
}
