import type { PageLook, PrivacyNotice } from '@/server/sender-profile/schema'
import type { PerLanguage } from '@/server/validation/schema'

type DraftFields = {
  fromName: string
  brandColor: string
  pageLook: PageLook
  footerText: { en: string; fr: string }
  postalAddress: string
}

/** The fields of the form that a preview needs: an empty text is none. */
export function toSenderDraft({ fromName, brandColor, pageLook, footerText, postalAddress }: DraftFields) {
  return {
    fromName: fromName.trim() || null,
    brandColor: brandColor.trim() || null,
    pageLook,
    footerText: { en: footerText.en.trim() || null, fr: footerText.fr.trim() || null },
    postalAddress: postalAddress.trim() || null,
  }
}

export type SenderDraft = ReturnType<typeof toSenderDraft>

export type SenderFields = DraftFields & {
  replyToUserId: string
  replyToEmail: string
  privacyNotice: { text: PerLanguage<string>; url: string }
  tracksOpensAndClicks: boolean
}

/** An empty text is none. */
export function toPrivacyNotice({ text, url }: SenderFields['privacyNotice']): PrivacyNotice {
  return { text: { en: text.en.trim() || null, fr: text.fr.trim() || null }, url: url.trim() || null }
}
