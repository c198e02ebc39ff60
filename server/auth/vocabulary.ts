export const THEMES = ['system', 'light', 'dark'] as const

export const THEME_COOKIE = 'cfs-theme'

export const ACCOUNT_GRACE_DAYS = 7

export const PHONE_CODE_MINUTES = 10
export const PHONE_CODE_TRIES = 5

/**
 * Why a user is restricted: the organization requires a second factor that they lack (may only add one), their account is scheduled for
 * deletion (may only keep it), or they belong to no organization (may join or create one, or delete the account).
 */
export const HELD_BACK_BY = ['secondFactor', 'leaving', 'noOrganization'] as const
export type HeldBackBy = (typeof HELD_BACK_BY)[number]

export const PROVIDERS = ['google', 'oidc'] as const
export type ProviderId = (typeof PROVIDERS)[number]

export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
