/** Every scope that a key can hold, by what it opens (interface specification, part 5, and our own nouns). */
export const API_KEY_SCOPES = [
  'contacts:read',
  'contacts:write',
  'contacts:*',
  'surveys:read',
  'surveys:write',
  'surveys:send',
  'surveys:*',
  'sequences:read',
  'sequences:execute',
  'sequences:*',
  'responses:read',
  'responses:*',
  'reviews:read',
  'reviews:write',
  'reviews:*',
  'locations:read',
  'locations:write',
  'locations:*',
  'employees:read',
  'employees:write',
  'employees:*',
  'contact-organizations:read',
  'contact-organizations:write',
  'contact-organizations:*',
  'webhooks:read',
  'webhooks:write',
  'webhooks:*',
  'admin',
] as const

/** How long the secret before a rotation may go on; the choices that pages offer, in hours. */
export const OVERLAP_HOURS = [0, 1, 24, 168, 720] as const
export const OVERLAP_MAX_HOURS = 720

/** Requests by the class of their status. */
export const REQUEST_OUTCOMES = ['2xx', '4xx', '5xx'] as const

/** How long a request stands in the list of its key. */
export const REQUESTS_KEPT_DAYS = 7
