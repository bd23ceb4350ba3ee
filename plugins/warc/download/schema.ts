import { MAX_URL, t } from 'weirjs'

const day = (what: string) =>
  t.Optional(
    t.String({ pattern: '^\\d{8}(\\d{6})?$', description: `${what}, \`YYYYMMDD\` or \`YYYYMMDDHHMMSS\`, in UTC` }),
  )

/** A filter for captures. */
export const CapturesQuery = t.Object({
  url: t.Optional(t.String({ maxLength: MAX_URL, description: 'A URL. Without it and `prefix`: all captures' })),
  prefix: t.Optional(
    t.String({ maxLength: MAX_URL, description: 'Start of the URLs, such as `https://example.com/blog/`' }),
  ),
  from: day('The first moment'),
  to: day('The last moment'),
})
