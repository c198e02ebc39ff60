/* Plain values that browsers load too. */

/** What contacts, sendings and responses refer to, by the names of their tables. */
export const RECORD_KINDS = ['location', 'employee', 'contact_organization'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
