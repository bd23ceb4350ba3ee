/** What the users' pages read from the API, under its schema names. */

export interface User {
  id: string
  email: string
  fullName: string
  plan: string
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  credits: { monthly: number; used: number; remaining: number }
  /** Only if it differs from the plan's. */
  monthlyCredits: number | null
  rateLimit: { requestsPerHour?: number; requestsPerDay?: number } | null
  lastSeen: string | null
  createdAt: string
}

export interface UserDetails extends User {
  usage: { thisMonth: { requests: number; pagesScraped: number; creditsUsed: number } }
}
