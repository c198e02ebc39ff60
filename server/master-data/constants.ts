/* Constants without server dependencies; also loaded by browsers. */

export const MASTER_DATA_KINDS = ['location', 'employee', 'contact_organization'] as const
export type MasterDataKind = (typeof MASTER_DATA_KINDS)[number]
