export const THEMES = ['system', 'light', 'dark'] as const

export const THEME_COOKIE = 'cfs-theme'

export const ACCOUNT_DELETION_GRACE_DAYS = 7

export const PHONE_CODE_VALID_MINUTES = 10
export const PHONE_CODE_ATTEMPTS = 5

/**
 * Why a user is restricted: the organization requires a second factor that they lack (may only add one), their account is scheduled for
 * deletion (may only keep it), or they belong to no organization (may join or create one, or delete the account).
 */
export const ACCOUNT_RESTRICTIONS = ['secondFactor', 'leaving', 'noOrganization'] as const
export type AccountRestriction = (typeof ACCOUNT_RESTRICTIONS)[number]

export const IDENTITY_PROVIDERS = ['google', 'oidc'] as const
export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number]

export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
