import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { isAbsoluteUrl } from '../validation/is-absolute-url'
import {
  Email,
  Id,
  Language,
  perLanguageSchema,
  requiredTextSchema,
  singleLineTextSchema,
  Timestamp,
  textSchema,
} from '../validation/schema'
import {
  FOOTER_TEXT_MAX_CHARACTERS,
  FROM_NAME_MAX_CHARACTERS,
  LOGO_MAX_BYTES,
  PAGE_CORNERS,
  PAGE_FONTS,
  PAGE_SCHEMES,
  POSTAL_ADDRESS_MAX_CHARACTERS,
  PRIVACY_TEXT_MAX_CHARACTERS,
  PRIVACY_URL_MAX_CHARACTERS,
} from './constants'

const FooterTextInLanguage = requiredTextSchema(FOOTER_TEXT_MAX_CHARACTERS).nullable()

/** A language without a text takes the other one's. */
export const FooterText = perLanguageSchema(FooterTextInLanguage)
export type FooterText = z.infer<typeof FooterText>

export const PageLook = z.object({
  corners: z.enum(PAGE_CORNERS),
  font: z.enum(PAGE_FONTS),
  scheme: z.enum(PAGE_SCHEMES),
})
export type PageLook = z.infer<typeof PageLook>

/** `text`: a language without one takes another one's. `url`: of the privacy policy. */
export const PrivacyNotice = z.object({
  text: perLanguageSchema(requiredTextSchema(PRIVACY_TEXT_MAX_CHARACTERS).nullable()),
  url: textSchema(PRIVACY_URL_MAX_CHARACTERS)
    .trim()
    .refine((text) => /^https:\/\/[^/\s]+/i.test(text) && isAbsoluteUrl(text), localizableMessage('privacy.url'))
    .nullable(),
})
export type PrivacyNotice = z.infer<typeof PrivacyNotice>

export const Logo = z.object({ path: z.string(), width: z.number().int(), height: z.number().int() })

/** At most one of `replyToUserId` and `replyToEmail` is set. `fromName` null: the organization's name. `tracksOpensAndClicks`: the
 * mail provider may count openings and clicks of emails to contacts. */
export const SenderProfile = z.object({
  fromName: z.string().nullable(),
  replyToUserId: Id.nullable(),
  replyToEmail: z.string().nullable(),
  postalAddress: z.string().nullable(),
  brandColor: z.string().nullable(),
  pageLook: PageLook,
  privacyNotice: PrivacyNotice,
  footerText: FooterText,
  tracksOpensAndClicks: z.boolean(),
})
export type SenderProfile = z.infer<typeof SenderProfile>

export const PendingReplyTo = z.object({ email: z.string(), expiresAt: Timestamp, isExpired: z.boolean() })
export type PendingReplyTo = z.infer<typeof PendingReplyTo>

export const SenderSettings = SenderProfile.extend({
  organizationName: z.string(),
  logo: Logo.nullable(),
  pendingReplyTo: PendingReplyTo.nullable(),
})
export type SenderSettings = z.infer<typeof SenderSettings>

export const BrandColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, localizableMessage('value.color'))

const EditableSenderProfile = z.object({
  fromName: singleLineTextSchema(FROM_NAME_MAX_CHARACTERS).min(1, localizableMessage('value.missing')).nullable(),
  postalAddress: requiredTextSchema(POSTAL_ADDRESS_MAX_CHARACTERS).nullable(),
  brandColor: BrandColor.nullable(),
  pageLook: PageLook,
  footerText: FooterText,
})

/** `replyToEmail` can only be removed here; a new address is confirmed by a link first. */
export const UpdateSenderProfile = z.object({
  fromName: EditableSenderProfile.shape.fromName.exactOptional(),
  postalAddress: EditableSenderProfile.shape.postalAddress.exactOptional(),
  brandColor: EditableSenderProfile.shape.brandColor.exactOptional(),
  pageLook: PageLook.exactOptional(),
  privacyNotice: PrivacyNotice.exactOptional(),
  footerText: FooterText.exactOptional(),
  tracksOpensAndClicks: z.boolean().exactOptional(),
  replyToUserId: Id.nullable().exactOptional(),
  replyToEmail: z.null().exactOptional(),
  asRead: SenderProfile.partial().exactOptional(),
})
export type UpdateSenderProfile = z.infer<typeof UpdateSenderProfile>

export const RequestReplyTo = z.object({ email: Email })
export type RequestReplyTo = z.infer<typeof RequestReplyTo>

/** `image`: the file in base64. */
export const UploadLogo = z.object({
  image: z.base64().max(Math.ceil(LOGO_MAX_BYTES / 3) * 4, localizableMessage('logo.tooLarge')),
})
export type UploadLogo = z.infer<typeof UploadLogo>

export const PreviewSenderProfile = EditableSenderProfile.extend({ language: Language })
export type PreviewSenderProfile = z.infer<typeof PreviewSenderProfile>
