import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { isAbsoluteUrl } from '../validation/is-absolute-url'
import {
  Id,
  Language,
  requiredTextSchema,
  singleLineTextSchema,
  Timestamp,
  TimeZone,
  textSchema,
} from '../validation/schema'
import { REVIEW_LINKS_MAX } from './constants'

const MinuteOfDay = z.number().int().min(0).max(1439).describe('Minutes after midnight, local time.')

export const Organization = z.object({
  id: Id,
  name: z.string(),
  demo: z.boolean(),
  defaultLanguage: Language,
  defaultCountry: z.string(),
  timeZone: z.string(),
  throttleDays: z.number().int().nullable(),
  quietHoursStart: MinuteOfDay.nullable(),
  quietHoursEnd: MinuteOfDay.nullable(),
  responseTextDays: z.number().int().nullable(),
})
export type Organization = z.infer<typeof Organization>

export const RequestOrganizationDeletion = z.object({ name: z.string().max(200), current: z.string().max(1024) })
export type RequestOrganizationDeletion = z.infer<typeof RequestOrganizationDeletion>

export const DailyMessageUsage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable(),
  resetsAt: Timestamp,
})
export type DailyMessageUsage = z.infer<typeof DailyMessageUsage>

export const UpdateOrganization = z
  .object({
    name: requiredTextSchema(100).exactOptional(),
    defaultLanguage: Language.exactOptional(),
    defaultCountry: z
      .string()
      .regex(/^[A-Z]{2}$/, localizableMessage('value.country'))
      .exactOptional(),
    timeZone: TimeZone.exactOptional(),
    throttleDays: z.number().int().min(1).max(365).nullable().exactOptional(),
    quietHoursStart: MinuteOfDay.nullable().exactOptional(),
    quietHoursEnd: MinuteOfDay.nullable().exactOptional(),
    responseTextDays: z.number().int().min(30).max(3650).nullable().exactOptional(),
    asRead: Organization.omit({ id: true, demo: true }).partial().exactOptional(),
  })
  .superRefine(({ quietHoursStart: start, quietHoursEnd: end }, context) => {
    if ((start ?? null) === null && (end ?? null) === null) return
    if ((start ?? null) === null || (end ?? null) === null || start === end)
      context.addIssue({
        code: 'custom',
        path: ['quietHoursEnd'],
        message: localizableMessage('organization.quietHours'),
      })
  })
export type UpdateOrganization = z.infer<typeof UpdateOrganization>

const ReviewLink = z.object({
  label: singleLineTextSchema(60).min(1, localizableMessage('value.missing')),
  url: textSchema(1000)
    .trim()
    .refine((text) => /^https:\/\/[^/\s]+/i.test(text) && isAbsoluteUrl(text), localizableMessage('review.linkUrl')),
  locationId: Id.nullable(),
})
export const ReviewLinks = z.array(ReviewLink).max(REVIEW_LINKS_MAX)
export type ReviewLinks = z.infer<typeof ReviewLinks>

export const ReviewLinkSettings = z.object({ links: ReviewLinks, showsOnThankYouPage: z.boolean() })
export type ReviewLinkSettings = z.infer<typeof ReviewLinkSettings>

export const UpdateReviewLinkSettings = ReviewLinkSettings.extend({ asRead: ReviewLinkSettings.exactOptional() })
export type UpdateReviewLinkSettings = z.infer<typeof UpdateReviewLinkSettings>
