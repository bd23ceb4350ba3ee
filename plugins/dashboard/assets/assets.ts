import { ApiError, describeError, type Kit } from 'weirjs'
import { type Built, buildApp } from './build.ts'
import { keepBuilt, readKept } from './kept.ts'
import { APP, sourcesHash } from './sources-hash.ts'

/** The app as browsers load it. */
export interface Assets {
  /**
   * Built on first use, and kept as long as its sources stay the same. Throws 503 `service_unavailable` (details
   * `reason: 'dashboard_not_built'`) if the build fails; the next request tries again.
   */
  get(): Promise<Built>
}

/** Of the sources in the folder `app`. */
export function createAssets({ folder, log }: Pick<Kit, 'folder' | 'log'>, app = APP): Assets {
  const make = async () => {
    const hash = await sourcesHash(app)
    const kept = await readKept(folder(), hash)
    if (kept) return kept
    const began = performance.now()
    const built = await buildApp(app)
    await keepBuilt(folder(), hash, built).catch((error: unknown) =>
      log.warn('The dashboard was built and could not be kept: the next start builds it again', {
        cause: describeError(error),
      }),
    )
    log.info('The dashboard was built', { ms: Math.round(performance.now() - began), files: built.files.size })
    return built
  }
  let made: Promise<Built> | undefined
  return {
    get() {
      made ??= make().catch((error: unknown) => {
        made = undefined
        log.error('The dashboard could not be built', { cause: describeError(error) })
        throw new ApiError(
          'service_unavailable',
          'The dashboard could not be built; the log of the server says why. The API is not affected, and /docs describes it',
          { reason: 'dashboard_not_built' },
          { cause: error, retryAfter: 10 },
        )
      })
      return made
    },
  }
}
