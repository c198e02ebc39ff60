import { channels } from '../messaging/channels'

type Held = { phone: string | null; phoneReached: boolean }

/** Whether a code was delivered to the number. Without an SMS provider, a code read from the Outbox is sufficient. */
export function isReached({ phone, phoneReached }: Held): boolean {
  return phone !== null && (phoneReached || channels.sms === null)
}

/** The number for text messages. @returns null also for one confirmed from the Outbox, once an SMS provider is configured. */
export function reachedPhone(held: Held): string | null {
  return isReached(held) ? held.phone : null
}
