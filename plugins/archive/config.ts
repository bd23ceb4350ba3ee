import { httpUrl, type Static, t } from 'weirjs'

const credits = (value: number, description: string) => t.Number({ default: value, minimum: 0, description })
const perMinute = (description: string) => t.Optional(t.Integer({ minimum: 1, description }))

/** Rate limits of one host. */
const HostLimits = t.Object({
  index: perMinute('Requests per minute for lists of captures'),
  content: perMinute('Requests per minute for captures'),
  availability: perMinute('Availability requests per minute'),
})

/** The settings of this plugin. */
export const ArchiveConfig = t.Object({
  prices: t.Object(
    {
      search: credits(1, 'Credits of a search'),
      snapshot: credits(2, 'Credits of a snapshot'),
      timeline: credits(1, 'Credits of a timeline'),
      availability: credits(0, 'Credits of an availability check'),
    },
    { default: {} },
  ),
  waybackUrl: httpUrl({
    env: 'WEIR_WAYBACK_URL',
    default: 'https://web.archive.org',
    description: 'Base URL of the Wayback Machine used as `primary_archive`',
  }),
  waybackAvailabilityUrl: t.Optional(
    httpUrl({
      env: 'WEIR_WAYBACK_AVAILABILITY_URL',
      description:
        'URL of its availability API. Default: `https://archive.org/wayback/available`; for another Wayback Machine, `/wayback/available` below its URL',
    }),
  ),
  cdxUrl: httpUrl({
    env: 'WEIR_CDX_URL',
    default: 'https://arquivo.pt/wayback/cdx',
    description: 'CDX endpoint of `secondary_archive`: pywb, OutbackCDX or a Wayback Machine',
  }),
  cdxReplayUrl: t.Optional(
    httpUrl({
      env: 'WEIR_CDX_REPLAY_URL',
      description:
        'Where its captures are read: the part of the URL before the timestamp. Default: derived from the endpoint',
    }),
  ),
  mementoUrl: httpUrl({
    env: 'WEIR_MEMENTO_URL',
    default: 'https://timetravel.mementoweb.org',
    description:
      'The aggregator used as `memento`: Time Travel or a MemGator, which serves `/timemap` and `/timegate` below this URL',
  }),
  contact: t.Optional(
    t.String({
      pattern: '^[\\x21-\\x7e]{3,200}$',
      description:
        'A URL or e-mail address by which archives can contact you: it is sent in the `User-Agent` of requests to them',
    }),
  ),
  timeout: t.Integer({
    default: 30_000,
    minimum: 1000,
    maximum: 300_000,
    description:
      'Time limit for one request to this service, including the wait for an archive’s rate limits, in milliseconds',
  }),
  cacheBytes: t.Integer({
    default: 64 * 1024 * 1024,
    minimum: 0,
    description: 'Bytes of archive responses to cache in memory',
  }),
  limits: t.Record(t.String(), HostLimits, {
    default: {},
    description:
      'Request rates per host name (with the port, if it has one). Default: rates that public archives tolerate. An archive of your own gets the rate of the public archive that it replaces, unless it is named here (`{}`: unlimited)',
  }),
})
export type ArchiveConfig = Static<typeof ArchiveConfig>
