/** The dashboard's places that are there without anything in them. */
export const PLACES = [
  '/',
  '/contacts',
  '/contacts/new',
  '/companies',
  '/surveys',
  '/surveys/new',
  '/sequences',
  '/sequences/new',
  '/responses',
  '/reviews',
  '/reviews/statistics',
  '/outbox',
  '/locations',
  '/employees',
  '/settings',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/webhooks/checker',
  '/settings/review-sources',
  '/settings/review-sources/new',
  '/settings/review-sources/new/feed',
  '/settings/review-sources/new/trustpilot',
  '/settings/reviews',
  '/settings/members',
  '/settings/audit-log',
]

/** Lists whose first row leads to a page of its own; the demo organization has something in each. */
export const LISTS = ['/contacts', '/surveys', '/sequences', '/responses', '/reviews', '/locations']
