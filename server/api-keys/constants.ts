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
  'sequences:write',
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

/** Scopes that came after keys with the wildcard of their resource existed: only themselves and `admin` cover them. */
const SCOPES_WITHOUT_WILDCARD: readonly string[] = ['sequences:write']

/** Whether a scope that a key holds covers another one: `contacts:*` every scope for contacts, `admin` all. */
export function coversScope(granted: string, required: string): boolean {
  if (granted === required || granted === 'admin') return true
  return granted === `${required.split(':')[0]}:*` && !SCOPES_WITHOUT_WILDCARD.includes(required)
}

export const ROTATION_OVERLAP_HOUR_OPTIONS = [0, 1, 24, 168, 720] as const
export const ROTATION_OVERLAP_MAX_HOURS = 720

export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const

export const API_REQUEST_RETENTION_DAYS = 7
