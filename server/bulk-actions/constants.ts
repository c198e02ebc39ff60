/* Plain values that browsers load too. */

export const BULK_ACTION_TYPES = [
  'addTags',
  'removeTags',
  'setLocation',
  'setCompany',
  'setProperty',
  'setLanguage',
  'unsubscribe',
  'enrol',
  'sendSurvey',
  'delete',
  'erase',
] as const
export type BulkActionType = (typeof BULK_ACTION_TYPES)[number]

/** Why an action left a contact as it was. */
export const SKIP_REASONS = [
  'gone',
  'tagsFull',
  'fieldsFull',
  'unsubscribed',
  'bounced',
  'blocked',
  'noPhone',
  'emailDeclined',
  'alreadyEnrolled',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Contacts that an undo left as they are: `changed` or `sent` since, or `gone`. */
export const UNDO_OUTCOMES = ['restored', 'changed', 'sent', 'gone'] as const
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number]

/** Contacts that one request can list; more are selected by a filter. */
export const SELECTED_IDS_MAX = 10_000

export const BULK_ACTION_CONTACTS_MAX = 250_000

/** As many contacts are done before the response. */
export const IMMEDIATE_CONTACTS_MAX = 100

/** Bulk actions of an organization that are not finished. */
export const RUNNING_ACTIONS_MAX = 10

/** Results are listed, and can be undone, for this long. */
export const ITEM_RETENTION_DAYS = 30

/** Whether the action can be undone. */
export function isUndoable(type: BulkActionType): boolean {
  return type !== 'delete' && type !== 'erase'
}
