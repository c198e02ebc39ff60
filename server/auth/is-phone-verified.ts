import { channels } from '../messaging/channels'

type PhoneColumns = { phone: string | null; phoneReached: boolean }

/** Whether a code was delivered to the number. Without an SMS provider, a code read from the Outbox is sufficient. */
export function isPhoneVerified({ phone, phoneReached }: PhoneColumns): boolean {
  return phone !== null && (phoneReached || channels.sms === null)
}

export function getVerifiedPhone(user: PhoneColumns): string | null {
  return isPhoneVerified(user) ? user.phone : null
}
