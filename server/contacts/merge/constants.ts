/* Plain values that browsers load too. */

/** Fields of which a merged contact keeps one value. Tags and custom fields are combined. */
export const MERGE_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'title',
  'preferredLanguage',
  'locationId',
  'contactOrganizationId',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

type MergeValues = { [Field in MergeField]: string | null }

/** The fields that a merge takes from the other contact unless told otherwise: those that the kept one leaves empty. */
export function listFieldsToFill(kept: MergeValues, other: MergeValues): MergeField[] {
  return MERGE_FIELDS.filter((field) => !kept[field] && other[field])
}
