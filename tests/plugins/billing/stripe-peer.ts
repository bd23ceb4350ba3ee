import { createHmac } from 'node:crypto'

type Json = Record<string, unknown>

/** A request to the simulated Stripe. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: Headers
}

export interface RemoteSubscription {
  id: string
  customer: string
  status: string
  price: string
  metadata: Record<string, string>
  start: number
  end: number
  anchor: number
  created: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  endedAt: number | null
  /** The latest invoice. */
  invoice: { id: string; status: string }
}

const seconds = (text: string | number) => Math.floor(new Date(text).getTime() / 1000)
const form = (body: string) => new URLSearchParams(body)
const within = (fields: URLSearchParams, name: string) =>
  Object.fromEntries(
    [...fields]
      .filter(([key]) => key.startsWith(`${name}[`))
      .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
  )

/**
 * A simulation of the Stripe API by its own protocol. It checks the key, version, encoding, idempotency keys and
 * required parameters like Stripe does. `old` makes it respond in the forms before 2025.
 */
export function startStripe({ old = false }: { old?: boolean } = {}) {
  const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
  const secret = 'whsec_dGVzdCBzZWNyZXQgb2YgYSBzdGFuZC1pbg'
  const asked: Asked[] = []
  const sessions = new Map<string, Json & { form: URLSearchParams }>()
  const subscriptions = new Map<string, RemoteSubscription>()
  const answered = new Map<string, { body: string; answer: Json; status: number }>()
  /** Customers that were deleted, or are of another mode. */
  const missing = new Set<string>()
  const noCustomer = (id: string) =>
    problem(400, `No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' })
  const disputes = new Map<string, Json>()
  /** Responses that replace those of the next requests. */
  const troubles: ((asked: Asked) => Response | undefined | Promise<Response | undefined>)[] = []
  let made = 0

  const problem = (status: number, message: string, more: Json = {}) =>
    Response.json(
      { error: { type: 'invalid_request_error', message, ...more } },
      { status, headers: { 'request-id': 'req_test' } },
    )

  const showInvoice = (one: RemoteSubscription) => ({
    id: one.invoice.id,
    object: 'invoice',
    status: one.invoice.status,
    customer: one.customer,
    ...(old
      ? { subscription: one.id, subscription_details: { metadata: one.metadata } }
      : {
          parent: {
            type: 'subscription_details',
            subscription_details: { subscription: one.id, metadata: one.metadata },
          },
        }),
  })
  const show = (one: RemoteSubscription, expand = false): Json => {
    const period = { current_period_start: one.start, current_period_end: one.end }
    const item = {
      id: `si_${one.id}`,
      object: 'subscription_item',
      price: { id: one.price, object: 'price' },
      quantity: 1,
    }
    return {
      id: one.id,
      object: 'subscription',
      status: one.status,
      customer: one.customer,
      metadata: one.metadata,
      created: one.created,
      start_date: one.created,
      billing_cycle_anchor: one.anchor,
      cancel_at_period_end: one.cancelAtPeriodEnd,
      cancel_at: one.cancelAt ?? (one.cancelAtPeriodEnd ? one.end : null),
      canceled_at: one.endedAt,
      ended_at: one.endedAt,
      latest_invoice: expand ? showInvoice(one) : one.invoice.id,
      items: { object: 'list', data: [old ? item : { ...item, ...period }] },
      ...(old ? period : {}),
    }
  }

  const createSession = (fields: URLSearchParams, url: string) => {
    for (const name of ['mode', 'line_items[0][price]', 'line_items[0][quantity]', 'success_url'])
      if (!fields.get(name))
        return problem(400, `Missing required param: ${name}.`, { param: name, code: 'parameter_missing' })
    if (!fields.get('line_items[0][price]')!.startsWith('price_'))
      return problem(400, `No such price: '${fields.get('line_items[0][price]')}'`, { code: 'resource_missing' })
    if (fields.has('customer') && fields.has('customer_email'))
      return problem(400, 'You may only specify one of these parameters: customer, customer_email.')
    if (missing.has(fields.get('customer') ?? '')) return noCustomer(fields.get('customer')!)
    const id = `cs_test_${++made}`
    const session = {
      id,
      object: 'checkout.session',
      url: `${url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      mode: fields.get('mode'),
      client_reference_id: fields.get('client_reference_id'),
      customer: fields.get('customer'),
      subscription: null,
      metadata: within(fields, 'metadata'),
      expires_at: seconds(Date.now()) + 86_400,
      form: fields,
    }
    sessions.set(id, session)
    const { form: _, ...shown } = session
    return Response.json(shown)
  }

  const handle = ({ method, path, form: fields, query }: Asked, url: string): Response => {
    const [, , kind, second, third, fourth] = path.split('/')
    if (method === 'GET' && kind === 'subscriptions') {
      const found = subscriptions.get(second ?? '')
      if (!found) return problem(404, `No such subscription: '${second}'`, { code: 'resource_missing', param: 'id' })
      return Response.json(show(found, query.get('expand[0]') === 'latest_invoice'))
    }
    if (method === 'GET' && kind === 'disputes') {
      const found = disputes.get(second ?? '')
      if (!found) return problem(404, `No such dispute: '${second}'`, { code: 'resource_missing', param: 'id' })
      return Response.json(
        query.get('expand[0]') === 'charge' ? found : { ...found, charge: (found.charge as Json).id },
      )
    }
    if (method === 'GET' && kind === 'prices')
      return Response.json({ id: second, object: 'price', unit_amount: 4950, currency: 'eur', active: true })
    if (method !== 'POST') return problem(404, 'Unrecognized request URL')
    if (path === '/v1/checkout/sessions') return createSession(fields, url)
    if (kind === 'checkout' && fourth === 'expire') {
      const session = sessions.get(third ?? '')
      if (session?.status !== 'open')
        return problem(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
      session.status = 'expired'
      return Response.json({ id: third, object: 'checkout.session', status: 'expired' })
    }
    if (path === '/v1/billing_portal/sessions') {
      if (!fields.get('customer')) return problem(400, 'Missing required param: customer.', { param: 'customer' })
      if (missing.has(fields.get('customer')!)) return noCustomer(fields.get('customer')!)
      const id = `bps_${++made}`
      return Response.json({ id, object: 'billing_portal.session', url: `${url}/portal/${id}` })
    }
    if (kind === 'subscriptions' && second && third === undefined) {
      const found = subscriptions.get(second)
      if (!found) return problem(404, `No such subscription: '${second}'`, { code: 'resource_missing', param: 'id' })
      if (fields.has('cancel_at_period_end')) found.cancelAtPeriodEnd = fields.get('cancel_at_period_end') === 'true'
      if (fields.get('cancel_at') === '') found.cancelAt = null
      return Response.json(show(found))
    }
    return problem(404, 'Unrecognized request URL')
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname: path, searchParams: query, origin } = new URL(request.url)
      const body = await request.text()
      const one: Asked = { method: request.method, path, query, form: form(body), headers: request.headers }
      asked.push(one)
      const trouble = await troubles.shift()?.(one)
      if (trouble) return trouble
      if (request.headers.get('authorization') !== `Bearer ${key}`)
        return problem(401, `Invalid API Key provided: ${request.headers.get('authorization')?.slice(7, 15)}****p7dc`)
      if (!/^\d{4}-\d\d-\d\d(\.[a-z]+)?$/.test(request.headers.get('stripe-version') ?? ''))
        return problem(400, 'The version of the API is to be pinned')
      if (one.method === 'POST' && request.headers.get('content-type') !== 'application/x-www-form-urlencoded')
        return problem(400, 'Invalid request: check that your POST content type is application/x-www-form-urlencoded.')
      const idempotency = request.headers.get('idempotency-key')
      if (one.method === 'POST' && !idempotency) return problem(400, 'An Idempotency-Key is wanted here')
      const kept = idempotency === null ? undefined : answered.get(idempotency)
      if (kept && kept.body !== body)
        return problem(400, 'Keys for idempotent requests can only be used with the same parameters', {
          type: 'idempotency_error',
        })
      if (kept) return Response.json(kept.answer, { status: kept.status, headers: { 'idempotent-replayed': 'true' } })
      const answer = handle(one, origin)
      if (idempotency !== null)
        answered.set(idempotency, { body, answer: (await answer.clone().json()) as Json, status: answer.status })
      return answer
    },
  })

  return {
    url: server.url.origin,
    key,
    secret,
    asked,
    sessions,
    subscriptions,
    troubles,
    /** Removes a subscription and its customer, as when test data are deleted, or live mode begins. */
    forget({ id, customer }: RemoteSubscription) {
      subscriptions.delete(id)
      missing.add(customer)
    },
    /** The payment of a customer for a session: returns the subscription that Stripe creates for it. */
    pay(
      sessionId: string,
      { at, end, status = 'active' }: { at: string | number; end: string | number; status?: string },
    ) {
      const session = sessions.get(sessionId)!
      const id = `sub_${++made}`
      const customer = (session.customer as string | null) ?? `cus_${made}`
      const one: RemoteSubscription = {
        id,
        customer,
        status,
        price: session.form.get('line_items[0][price]')!,
        metadata: within(session.form, 'subscription_data[metadata]') as Record<string, string>,
        start: seconds(at),
        end: seconds(end),
        anchor: seconds(at),
        created: seconds(at),
        cancelAtPeriodEnd: false,
        cancelAt: null,
        endedAt: null,
        invoice: { id: `in_${made}`, status: status === 'active' ? 'paid' : 'open' },
      }
      subscriptions.set(id, one)
      Object.assign(session, { status: 'complete', payment_status: 'paid', customer, subscription: id })
      return one
    },
    /** The header and body of an event, as Stripe sends it. */
    event(type: string, object: Json, { at, id = `evt_${++made}` }: { at: number; id?: string }) {
      const payload = JSON.stringify({ id, object: 'event', type, created: seconds(at), data: { object } })
      return { id, payload, sign: (time: number) => sign(payload, secret, time) }
    },
    sessionEvent(sessionId: string, at: number, type = 'checkout.session.completed') {
      const { form: _, ...object } = sessions.get(sessionId)!
      return this.event(type, object, { at })
    },
    subscriptionEvent(one: RemoteSubscription, type: 'created' | 'updated' | 'deleted', at: number) {
      return this.event(`customer.subscription.${type}`, show(one), { at })
    },
    invoiceEvent(one: RemoteSubscription, type: 'paid' | 'payment_failed', at: number) {
      return this.event(`invoice.${type}`, showInvoice(one), { at })
    },
    refundEvent(one: RemoteSubscription, charged: number, at: number) {
      const charge = {
        id: `ch_${++made}`,
        object: 'charge',
        customer: one.customer,
        refunded: true,
        created: seconds(charged),
      }
      return this.event('charge.refunded', charge, { at })
    },
    /** The reaction of a bank to a payment, with the name of its event. */
    disputeEvent(one: RemoteSubscription, status: string, { charged, at }: { charged: number; at: number }) {
      const id = `dp_${one.id}`
      const charge = { id: `ch_${one.id}`, object: 'charge', customer: one.customer, created: seconds(charged) }
      disputes.set(id, { id, object: 'dispute', amount: 4950, status, charge })
      const type = ['won', 'lost', 'warning_closed'].includes(status) ? 'closed' : 'created'
      return this.event(`charge.dispute.${type}`, { ...disputes.get(id), charge: charge.id }, { at })
    },
    stop: () => server.stop(true),
  }
}
export type StripePeer = ReturnType<typeof startStripe>
export type StripeEvent = ReturnType<StripePeer['event']>

/** A signature of Stripe for a time in epoch milliseconds. */
export function sign(payload: string, secret: string, time: number): string {
  const t = Math.floor(time / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`
}
