import { profile } from './session.ts'

/** From the least to the most. */
export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

const rankOf = (plan: string) => (planNames as readonly string[]).indexOf(plan)

/** Whether the plan of whoever is signed in has what needs this one. */
export const hasPlan = (needed: PlanName) => rankOf(profile.value?.plan ?? 'free') >= rankOf(needed)
