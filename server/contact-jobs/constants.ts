/* Plain values that browsers load too. */

export const CONTACT_JOB_KINDS = ['import', 'undoImport', 'bulkAction', 'undoBulkAction', 'sendingAction'] as const
export type ContactJobKindName = (typeof CONTACT_JOB_KINDS)[number]

/**
 * `draft` is being prepared, and `ready` waits for a person · `reading` and `checking` write no contact · `running` does the work. The other
 * statuses are final.
 */
export const CONTACT_JOB_STATUSES = [
  'draft',
  'reading',
  'checking',
  'ready',
  'running',
  'done',
  'failed',
  'cancelled',
] as const
export type ContactJobStatus = (typeof CONTACT_JOB_STATUSES)[number]

const ACTIVE: readonly ContactJobStatus[] = ['reading', 'checking', 'running']

/** Whether the queue has something to do for it. */
export function isActiveStatus(status: ContactJobStatus): boolean {
  return ACTIVE.includes(status)
}

export const CONTACT_JOB_BATCH_SIZE = 1000
