/** The timeout only ends a hanging test; it is no performance requirement. */
export const WAIT = { timeout: 60_000, interval: 20 }
