import { profile } from './session.ts'

/** From the smallest to the largest. */
export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

const rankOf = (plan: string) => (planNames as readonly string[]).indexOf(plan)

/** Whether the current user's plan includes what requires this one. */
export const hasPlan = (needed: PlanName) => rankOf(profile.value?.plan ?? 'free') >= rankOf(needed)
