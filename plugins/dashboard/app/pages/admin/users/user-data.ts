/** What the pages of users read of the API, by the names of its schemas. */

export interface User {
  id: string
  email: string
  fullName: string
  plan: string
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  credits: { monthly: number; used: number; remaining: number }
  /** Where it is not the plan's. */
  monthlyCredits: number | null
  rateLimit: { requestsPerHour?: number; requestsPerDay?: number } | null
  lastSeen: string | null
  createdAt: string
}

export interface UserDetails extends User {
  usage: { thisMonth: { requests: number; pagesScraped: number; creditsUsed: number } }
}
