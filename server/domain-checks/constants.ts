/**
 * - `pending`: never verified
 * - `verified`: in use
 * - `failing`: in use, although the last check failed; for GRACE_DAYS
 * - `stopped`: no longer in use, because it failed for too long
 */
export const DOMAIN_STATES = ['pending', 'verified', 'failing', 'stopped'] as const
export type DomainState = (typeof DOMAIN_STATES)[number]

export const GRACE_DAYS = 3
