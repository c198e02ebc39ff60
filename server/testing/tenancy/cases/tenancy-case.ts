import type { TestTenant } from '../tenant'

/**
 * Result of an operation when a value belongs to another organization:
 * - `missing`: 404 NOT_FOUND, for the subject of the request;
 * - `refused`: 400 VALIDATION_ERROR with this field, for a reference inside a body;
 * - `empty`: success with no results, for a filter;
 * - `conflict`: 409 CHANGED_MEANWHILE or STEP_NOT_NEXT, for a version or a next step that the caller claims to have read;
 * - `unknown`: success, as for any unknown value, which refers to no row;
 * - `unavailable`: 400 VALIDATION_ERROR that names no reference, as for any unknown value: nothing is selected, or a third-party service
 *   must be queried first.
 */
export type ForeignValueOutcome = 'missing' | 'refused' | 'conflict' | 'empty' | 'unknown' | 'unavailable'

export type TenancyCase = {
  /** Valid input for the organization that owns these rows. */
  input?: (own: TestTenant) => Record<string, unknown>
  /** Dotted path of each value that refers to a row (`*` for every element) → result for another organization's value. */
  references?: Record<string, ForeignValueOutcome>
  /** Status although the input is valid: no Google client is configured; an owner cannot leave. */
  expectedStatus?: 400 | 403 | 404 | 409
}

/** By the procedure's name in the router. Several cases where one input cannot cover all references. */
export type CasesByProcedure = Record<string, TenancyCase | readonly TenancyCase[]>

export const caseWithId = (pick: (own: TestTenant) => string): TenancyCase => ({
  input: (own) => ({ id: pick(own) }),
  references: { id: 'missing' },
})

export const inputlessCase: TenancyCase = {}

/** A list with a page and a limit, both optional. */
export const pagedListCase: TenancyCase = { input: () => ({}) }
