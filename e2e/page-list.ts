/** Dashboard pages that exist without any data. */
export const PLACES = [
  '/',
  '/contacts',
  '/contacts/new',
  '/surveys',
  '/surveys/new',
  '/sequences',
  '/sequences/new',
  '/responses',
  '/reviews',
  '/reviews/statistics',
  '/outbox',
  '/locations',
  '/settings',
  '/settings/general',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/webhooks/checker',
  '/settings/review-sources',
  '/settings/review-sources/new',
  '/settings/review-sources/new/feed',
  '/settings/reviews',
  '/settings/templates',
  '/settings/alerts',
  '/settings/alerts/new',
  '/settings/digest',
  '/settings/members',
  '/settings/audit-log',
  '/settings/profile',
]

/** Variants of other pages: only in the screenshots, not in every test. */
export const ALIKE = ['/companies', '/employees', '/settings/review-sources/new/trustpilot']

export const LISTS = ['/contacts', '/surveys', '/sequences', '/responses', '/reviews', '/locations']
