export const LIST_NAMES = [
  'contacts',
  'companies',
  'surveys',
  'sequences',
  'responses',
  'reviews',
  'locations',
  'employees',
  'outbox',
  'deliveries',
] as const

export const VIEW_NAME_MAX_CHARACTERS = 60
