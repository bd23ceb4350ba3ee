/** Orders an account's own work; it never moves one account before another. `normal` on the wire is `medium` here. */
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]
