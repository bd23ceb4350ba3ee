import type { Address } from './address.ts'
import { isDisposable, isFreeMail } from './mail-providers.ts'
import type { MailServers } from './mail-servers.ts'
import { isRole } from './roles.ts'

export { type Address, readAddress } from './address.ts'
export { createFindMailServers, type FindMailServers, type MailServers } from './mail-servers.ts'

/** Facts about an address, from the address itself and the DNS records of its domain. */
export interface Discovery {
  acceptsMail: boolean | null
  mxRecords: string[]
  isRoleAddress: boolean
  isFreeMail: boolean
  isDisposable: boolean
}

export const describeAddress = ({ local, domain }: Address, servers: MailServers): Discovery => ({
  acceptsMail: servers.acceptsMail,
  mxRecords: servers.mx,
  isRoleAddress: isRole(local),
  isFreeMail: isFreeMail(domain),
  isDisposable: isDisposable(domain),
})

/** Whether a domain may belong to a company. */
export const mayBeCompany = (domain: string): boolean => !isFreeMail(domain) && !isDisposable(domain)
