import { httpUrl, type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const BillingConfig = t.Object({
  graceDays: t.Integer({
    default: 14,
    minimum: 0,
    maximum: 365,
    description: 'Days for which an account keeps its plan when a payment has failed; it gets no new credits',
  }),
  returnUrl: t.Optional(
    httpUrl({
      description:
        'Where customers are led back to when they have paid, or have looked at their invoices. Without it a page of the dashboard',
    }),
  ),
})
export type BillingConfig = Static<typeof BillingConfig>
