import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, requiredTextSchema, singleLineTextSchema, Timestamp } from '../validation/schema'
import {
  ASKS_CONTACT,
  LINK_NAME_MAX_CHARACTERS,
  PIN_MAX_CHARACTERS,
  PLACEMENT_MAX_CHARACTERS,
  QUOTA_MAX,
  SLUG_MAX_CHARACTERS,
  SURVEY_LINK_STATES,
} from './constants'

export const AsksContact = z.enum(ASKS_CONTACT)

export const SurveyLink = z
  .object({
    id: Id,
    surveyId: Id,
    name: z.string(),
    url: z.string().describe('The address to share.'),
    slug: z.string(),
    placement: z.string().nullable().describe('Where people find it, in your words.'),
    locationId: Id.nullable().describe('The location of its responses.'),
    employeeId: Id.nullable().describe('The employee of its responses.'),
    closesOn: z.iso
      .date()
      .nullable()
      .describe("The last day on which it takes answers, in the organization's time zone."),
    quota: z.number().int().nullable().describe('The number of answers that it takes.'),
    hasPin: z.boolean(),
    oncePerDevice: z.boolean().describe('A device that answered is not asked again, which a cookie tells.'),
    asksContact: AsksContact.describe('Whether it asks for name and email address.'),
    active: z.boolean(),
    state: z
      .enum(SURVEY_LINK_STATES)
      .describe(
        'Why it takes no answers: `inactive`, `ended` on its last day, `full` by its quota, or its survey is `archived`.',
      ),
    answers: z.number().int().describe('Submitted answers, without flagged ones.'),
    flagged: z.number().int().describe('Answers that look like those of a machine and wait for a decision.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SurveyLink' })
export type SurveyLink = z.infer<typeof SurveyLink>

const quotaRange = localizableMessage('value.whole', { from: 1, to: QUOTA_MAX })
const SLUG = new RegExp(`^[a-z0-9](?:[a-z0-9-]{1,${SLUG_MAX_CHARACTERS - 2}}[a-z0-9])$`)

const settings = {
  placement: singleLineTextSchema(PLACEMENT_MAX_CHARACTERS)
    .nullable()
    .exactOptional()
    .describe('Where people find it, in your words.'),
  closesOn: z.iso
    .date(localizableMessage('value.date'))
    .nullable()
    .exactOptional()
    .describe("The last day on which it takes answers, in the organization's time zone."),
  quota: z
    .number(quotaRange)
    .int(quotaRange)
    .min(1, quotaRange)
    .max(QUOTA_MAX, quotaRange)
    .nullable()
    .exactOptional()
    .describe('The number of answers that it takes.'),
  pin: z
    .string()
    .regex(
      new RegExp(`^[0-9A-Za-z]{4,${PIN_MAX_CHARACTERS}}$`),
      localizableMessage('surveyLink.pin', { maximum: PIN_MAX_CHARACTERS }),
    )
    .nullable()
    .exactOptional()
    .describe('Letters and digits that people enter first. It is not shown again.'),
  oncePerDevice: z
    .boolean()
    .exactOptional()
    .describe('A device that answered is not asked again, which a cookie tells.'),
  asksContact: AsksContact.exactOptional().describe('Whether it asks for name and email address.'),
  active: z.boolean().exactOptional(),
}

const ownSettings = {
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(SLUG, localizableMessage('surveyLink.slug', { maximum: SLUG_MAX_CHARACTERS }))
    .exactOptional()
    .describe('The end of its address, unique in the service. By default, random characters that no one can guess.'),
  locationId: Id.nullable().exactOptional().describe('The location of its responses.'),
  employeeId: Id.nullable().exactOptional().describe('The employee of its responses.'),
  ...settings,
}

export const ListSurveyLinks = PageQuery.extend({ id: Id })
export type ListSurveyLinks = z.infer<typeof ListSurveyLinks>

export const CreateSurveyLink = z.object({ id: Id, name: requiredTextSchema(LINK_NAME_MAX_CHARACTERS), ...ownSettings })
export type CreateSurveyLink = z.infer<typeof CreateSurveyLink>

export const UpdateSurveyLink = z.object({
  id: Id,
  linkId: Id,
  name: requiredTextSchema(LINK_NAME_MAX_CHARACTERS).exactOptional(),
  ...ownSettings,
})
export type UpdateSurveyLink = z.infer<typeof UpdateSurveyLink>

export const SurveyLinkReference = z.object({ id: Id, linkId: Id })
export type SurveyLinkReference = z.infer<typeof SurveyLinkReference>

export const DeletedSurveyLink = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedSurveyLink' })

/** The key with which the owner's server signs who answers. */
export const LinkSecret = z.object({ secret: z.string() })
export type LinkSecret = z.infer<typeof LinkSecret>

/** One link for each location or employee that has none yet. */
export const CreateSurveyLinksPerRecord = z.object({ id: Id, per: z.enum(['location', 'employee']), ...settings })
export type CreateSurveyLinksPerRecord = z.infer<typeof CreateSurveyLinksPerRecord>

/** What a link's page and its poster show. */
export const SurveyLinkPoster = z.object({
  link: SurveyLink,
  organization: z.object({
    name: z.string(),
    logo: z.object({ path: z.string(), width: z.number(), height: z.number() }).nullable(),
  }),
  qr: z.object({ size: z.number().int(), path: z.string() }),
})
export type SurveyLinkPoster = z.infer<typeof SurveyLinkPoster>
