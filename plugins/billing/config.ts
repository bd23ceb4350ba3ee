import { httpUrl, type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const BillingConfig = t.Object({
  graceDays: t.Integer({
    default: 14,
    minimum: 0,
    maximum: 365,
    description: 'Number of days for which an account keeps its plan after a failed payment; it gets no new credits',
  }),
  returnUrl: t.Optional(
    httpUrl({
      description:
        'Where customers return after they have paid or viewed their invoices. Default: a page of the dashboard',
    }),
  ),
})
export type BillingConfig = Static<typeof BillingConfig>
