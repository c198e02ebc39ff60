/** The dashboard's places that are there without anything in them. */
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

/** Places that are made as another one of them is: shown in the screenshots, not looked at everywhere. */
export const ALIKE = ['/companies', '/employees', '/settings/review-sources/new/trustpilot']

/** Lists whose first row leads to a page of its own; the demo organization has something in each. */
export const LISTS = ['/contacts', '/surveys', '/sequences', '/responses', '/reviews', '/locations']
