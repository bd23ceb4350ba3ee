import { httpUrl, type Static, t } from 'weirjs'

const credits = (value: number, description: string) => t.Number({ default: value, minimum: 0, description })
const perMinute = (description: string) => t.Optional(t.Integer({ minimum: 1, description }))

/** Rate limits of one host. */
const HostLimits = t.Object({
  index: perMinute('Lists of captures a minute'),
  content: perMinute('Captures a minute'),
  availability: perMinute('Questions whether there is a capture, a minute'),
})

/** The settings of this plugin. */
export const ArchiveConfig = t.Object({
  prices: t.Object(
    {
      search: credits(1, 'Credits of a search'),
      snapshot: credits(2, 'Credits of a snapshot'),
      timeline: credits(1, 'Credits of a timeline'),
      availability: credits(0, 'Credits of a question whether there is a snapshot'),
    },
    { default: {} },
  ),
  waybackUrl: httpUrl({
    env: 'WEIR_WAYBACK_URL',
    default: 'https://web.archive.org',
    description: 'The base address of the Wayback Machine that is `primary_archive`',
  }),
  waybackAvailabilityUrl: t.Optional(
    httpUrl({
      env: 'WEIR_WAYBACK_AVAILABILITY_URL',
      description:
        'Its availability API. Default: `https://archive.org/wayback/available`, of another Wayback Machine `/wayback/available` below its address',
    }),
  ),
  cdxUrl: httpUrl({
    env: 'WEIR_CDX_URL',
    default: 'https://arquivo.pt/wayback/cdx',
    description: 'The CDX endpoint of `secondary_archive`: pywb’s, OutbackCDX’s or a Wayback Machine’s',
  }),
  cdxReplayUrl: t.Optional(
    httpUrl({
      env: 'WEIR_CDX_REPLAY_URL',
      description: 'The address of its captures, before the timestamp. Default: derived from the endpoint',
    }),
  ),
  mementoUrl: httpUrl({
    env: 'WEIR_MEMENTO_URL',
    default: 'https://timetravel.mementoweb.org',
    description:
      'The aggregator that is `memento`: Time Travel or a MemGator, below which are `/timemap` and `/timegate`',
  }),
  contact: t.Optional(
    t.String({
      pattern: '^[\\x21-\\x7e]{3,200}$',
      description:
        'A URL or e-mail address by which archives can contact you, for the `User-Agent` of requests to them',
    }),
  ),
  timeout: t.Integer({
    default: 30_000,
    minimum: 1000,
    maximum: 300_000,
    description: 'Milliseconds for one request to this service, waiting for an archive’s limits included',
  }),
  cacheBytes: t.Integer({
    default: 64 * 1024 * 1024,
    minimum: 0,
    description: 'Bytes of archives’ answers that are cached in memory',
  }),
  limits: t.Record(t.String(), HostLimits, {
    default: {},
    description:
      'Rate limits by host (with its port, if it has one). Default: what public archives allow. An archive of your own has the limits of the public one that it replaces, unless its host is listed here (`{}`: no limits)',
  }),
})
export type ArchiveConfig = Static<typeof ArchiveConfig>
