import type { RecordKind } from './vocabulary'

/**
 * A column that names records of a kind.
 * @property isHistory what was: it keeps the id of a record that was deleted. Of one that was merged nothing does.
 * @property isDated whether its row says when it last changed.
 */
export type Reference = { table: string; column: string; isHistory: boolean; isDated: boolean }

const current = { isHistory: false, isDated: true }
const history = { isHistory: true, isDated: true }

/**
 * Every column that names one, but for what triggers keep by it. What names one inside of JSON, or of an address, is moved in
 * {@link moveSettings}.
 */
export const REFERENCES: Record<RecordKind, readonly Reference[]> = {
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

/** Those that are moved, to another record or, where it was deleted, to none. */
export function referencesToMove(kind: RecordKind, intoId: string | null): Reference[] {
  return REFERENCES[kind].filter(({ isHistory }) => intoId !== null || !isHistory)
}
