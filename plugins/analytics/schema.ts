import { nullable, oneOf, planNames, t, timestamp } from 'weirjs'

const period = t.Optional(
  t.String({
    default: 'month',
    maxLength: 20,
    description:
      '`day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the last `<n>d` or `<n>h`',
    examples: ['month', '7d', '24h'],
  }),
)
const account = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 254,
    description:
      'The account to query, if not your own: the id or the e-mail address of a user, or `all` for the totals of all accounts. Administrators only; others get 403',
  }),
)
export const PeriodQuery = t.Object({ period, account })

/** The figures in all lists of usage. */
const figureFields = { requests: t.Integer(), pagesScraped: t.Integer(), creditsUsed: t.Number() }
/** The quality of service. */
const qualityFields = {
  averageResponseTime: nullable(t.Number(), { description: 'Milliseconds; null without requests' }),
  successRate: nullable(t.Number(), { description: '0 to 1; null without requests' }),
}

export const Usage = t.Object(
  {
    period: t.String(),
    from: timestamp(),
    to: timestamp(),
    ...figureFields,
    byEndpoint: t.Array(t.Object({ endpoint: t.String(), requests: t.Integer(), creditsUsed: t.Number() })),
    daily: t.Array(
      t.Object({
        date: t.String({ examples: ['2026-01-31'] }),
        ...figureFields,
      }),
      { description: 'Every day in the period' },
    ),
  },
  { title: 'Usage' },
)

/** Source: spec section 2.12. */
export const Overview = t.Object(
  {
    period: t.String(),
    totalRequests: t.Integer(),
    pagesScraped: t.Integer(),
    creditsUsed: t.Number(),
    averageResponseTime: t.Number({ description: 'Milliseconds' }),
    successRate: t.Number({ description: 'Share of requests that succeeded, 0 to 1; 1 without requests' }),
  },
  { title: 'UsageOverview' },
)

export const TrendsQuery = t.Object({
  period,
  account,
  granularity: t.Optional(
    oneOf(['hour', 'day', 'week', 'month'], {
      description: 'Default depends on the period: hour up to two days, day up to three months, otherwise month',
    }),
  ),
})
export const Trends = t.Object(
  {
    period: t.String(),
    granularity: oneOf(['hour', 'day', 'week', 'month']),
    series: t.Array(
      t.Object(
        {
          period: t.String({ description: 'Start of the hour, or for example `2026-01-31`, `2026-W05`, `2026-01`' }),
          ...figureFields,
          ...qualityFields,
        },
        { title: 'UsageBucket' },
      ),
      { description: 'In chronological order, including empty ones' },
    ),
  },
  { title: 'UsageTrends' },
)

export const MostUsingQuery = t.Object({
  period,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Number of accounts to return' })),
})
export const MostUsing = t.Object(
  {
    period: t.String(),
    accounts: t.Array(
      t.Object(
        {
          id: t.String(),
          email: nullable(t.String()),
          plan: nullable(oneOf(planNames)),
          ...figureFields,
          ...qualityFields,
        },
        { title: 'AccountUsage' },
      ),
      { description: 'Highest usage first' },
    ),
  },
  { title: 'MostUsingAccounts' },
)
