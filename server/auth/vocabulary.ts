/** How pages look: as the device says, or always the same. Browsers keep it under next-themes' name in their storage. */
export const THEMES = ['system', 'light', 'dark'] as const

/** Brings a person's theme into a browser once; its next page moves it into the storage. */
export const THEME_COOKIE = 'cfs-theme'

/** For so long an account that its person deletes can be kept. */
export const ACCOUNT_GRACE_DAYS = 7

/** How long the code holds that confirms a number, and how often it may be typed. */
export const PHONE_CODE_MINUTES = 10
export const PHONE_CODE_TRIES = 5

/**
 * The organization asks for a second factor that the person does not have: they may do nothing but add one. Or their account is
 * about to go: they may do nothing but keep it. Or they belong to no organization: they may join one, make one, or go.
 */
export const HELD_BACK_BY = ['secondFactor', 'leaving', 'noOrganization'] as const
export type HeldBackBy = (typeof HELD_BACK_BY)[number]

/** Where people may have an account with which they sign in here: Google, and the one provider that the operator names. */
export const PROVIDERS = ['google', 'oidc'] as const
export type ProviderId = (typeof PROVIDERS)[number]

/** How a browser may reach a passkey (AuthenticatorTransport of WebAuthn Level 3, and `cable`, which was there before `hybrid`). */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
