import { channels } from '../messaging/channels'

type Held = { phone: string | null; phoneReached: boolean }

/** Whether a code has reached the number; where nothing leaves by SMS, one from the Outbox is as good. */
export function isReached({ phone, phoneReached }: Held): boolean {
  return phone !== null && (phoneReached || channels.sms === null)
}

/** Where text messages may go. @returns null also for a number that was confirmed from the Outbox, once messages really leave. */
export function reachedPhone(held: Held): string | null {
  return isReached(held) ? held.phone : null
}
