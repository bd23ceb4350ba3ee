/**
 * What the pages read from the API's responses, under the schema names of its document. A test compares them with
 * /openapi.json: a page lists what it needs, and learns when the API no longer provides it.
 */

export interface Profile {
  id: string
  email: string
  fullName: string
  plan: string
  role: 'user' | 'admin'
  credits: { monthly: number; used: number; remaining: number }
  usage: { thisMonth: { requests: number; pagesScraped: number } }
  preferences: { notifications?: boolean; theme?: string }
  createdAt: string
}

export interface Session {
  user: { id: string; email: string; plan: string }
  token: string
  expiresIn: number
}

export interface ProviderState {
  service: string
  name: string
  plugin: string
  ready: boolean
  detail: string | null
  reason: string | null
  remedy: string | null
}

export interface EngineState {
  name: string
  aliases: string[]
  supports: string[]
  ready: boolean
  detail: string | null
  reason: string | null
  remedy: string | null
}

export interface Capabilities {
  version: string
  runtime: string
  plugins: { name: string; description: string }[]
  engines: EngineState[]
  providers: ProviderState[]
  plan: string
  limits: Record<string, number | null>
}

/** A job, as in lists. */
export interface Job {
  id: string
  type: string
  status: string
  progress: number
  total: number
  completed: number
  failed: number
  createdAt: string
}
