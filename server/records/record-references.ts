import type { RecordKind } from './vocabulary'

export type RecordReference = { table: string; column: string; isHistory: boolean; isDated: boolean }

const current = { isHistory: false, isDated: true }
const history = { isHistory: true, isDated: true }

/**
 * Every referencing column except those maintained by triggers. References inside JSON and query strings are moved in {@link moveSettings}.
 */
export const RECORD_REFERENCES: Record<RecordKind, readonly RecordReference[]> = {
  location: [
    { table: 'contact', column: 'location_id', ...current },
    { table: 'review', column: 'location_id', ...current },
    { table: 'sandbox_review', column: 'location_id', isHistory: false, isDated: false },
    { table: 'sending', column: 'location_id', ...history },
    { table: 'response', column: 'location_id', ...history },
  ],
  employee: [
    { table: 'sending', column: 'employee_id', ...history },
    { table: 'response', column: 'employee_id', ...history },
  ],
  contact_organization: [{ table: 'contact', column: 'contact_organization_id', ...current }],
}

export function referencesToReassign(kind: RecordKind, intoId: string | null): RecordReference[] {
  return RECORD_REFERENCES[kind].filter(({ isHistory }) => intoId !== null || !isHistory)
}
