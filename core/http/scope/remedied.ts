import { type Caller, isAdministrator } from '../../auth/caller.ts'
import { FORBIDDEN_REMEDY } from '../../egress-rules/egress-failure.ts'

type Details = Record<string, unknown>

/** The details of an error, with what an administrator can do about it if the caller is one. Source: decisions 13. */
export const remedied = (details: Details, caller: Caller | undefined): Details =>
  details.reason === 'forbidden_address' && caller !== undefined && isAdministrator(caller)
    ? { ...details, remedy: FORBIDDEN_REMEDY }
    : details
