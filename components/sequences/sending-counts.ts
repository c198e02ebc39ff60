import type { SendingStatus } from '@/server/sequences/schema'

export type SendingCounts = readonly { sequenceId: string; status: SendingStatus; count: number }[]

/** @param statuses all if absent */
export function sumSendingCounts(counts: SendingCounts, ...statuses: SendingStatus[]): number {
  const counted = counts.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  return counted.reduce((sum, { count }) => sum + count, 0)
}
