import { PrivacyNotice } from './schema'

const NO_PRIVACY_NOTICE: PrivacyNotice = { text: { en: null, fr: null }, url: null }

export function parsePrivacyNotice(stored: unknown): PrivacyNotice {
  const notice = { ...NO_PRIVACY_NOTICE, ...(stored as Partial<PrivacyNotice>) }
  const text = { ...NO_PRIVACY_NOTICE.text, ...notice.text }
  return PrivacyNotice.catch(NO_PRIVACY_NOTICE).parse({ ...notice, text })
}
