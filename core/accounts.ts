/** Who pays and whose limits count: a user. */
export interface Account {
  id: string
  email: string
  plan: string
  role: 'user' | 'admin'
}
