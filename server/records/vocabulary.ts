/* Constants without server dependencies; also loaded by browsers. */

export const RECORD_KINDS = ['location', 'employee', 'contact_organization'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
