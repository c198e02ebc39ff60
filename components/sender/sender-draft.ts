type DraftFields = {
  fromName: string
  brandColor: string
  footerText: { en: string; fr: string }
  postalAddress: string
}

/** The fields of the form that a preview needs: an empty text is none. */
export function toSenderDraft({ fromName, brandColor, footerText, postalAddress }: DraftFields) {
  return {
    fromName: fromName.trim() || null,
    brandColor: brandColor.trim() || null,
    footerText: { en: footerText.en.trim() || null, fr: footerText.fr.trim() || null },
    postalAddress: postalAddress.trim() || null,
  }
}

export type SenderDraft = ReturnType<typeof toSenderDraft>
