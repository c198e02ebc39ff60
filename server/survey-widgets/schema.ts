import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { LINK_NAME_MAX_CHARACTERS } from '../survey-links/constants'
import { CreateSurveyLink, SurveyLink } from '../survey-links/schema'
import { Id, localizedTextSchema, PageQuery, requiredTextSchema } from '../validation/schema'
import {
  BUTTON_TEXT_MAX_CHARACTERS,
  DELAY_SECONDS_MAX,
  EVENT_MAX_CHARACTERS,
  ORIGINS_MAX,
  PAGE_PATTERN_MAX_CHARACTERS,
  PAGE_PATTERNS_MAX,
  WIDGET_COOLDOWN_DAYS_MAX,
  WIDGET_KINDS,
  WIDGET_POSITIONS,
} from './constants'

const ORIGIN_MAX_CHARACTERS = 260

export const WidgetKind = z
  .enum(WIDGET_KINDS)
  .describe('`popover`: appears by itself. `inline`: fills an element of the page. `button`: opens the popover.')
export const WidgetPosition = z.enum(WIDGET_POSITIONS).describe('The corner of the button and the popover.')
export type WidgetKind = z.infer<typeof WidgetKind>
export type WidgetPosition = z.infer<typeof WidgetPosition>

/** An origin in the spelling of browsers. Http only on the own machine, for trying things out. */
export const Origin = z
  .string()
  .max(ORIGIN_MAX_CHARACTERS)
  .transform((text, context) => {
    const url = URL.parse(text.trim())
    if (url && isAllowedOrigin(url)) return url.origin
    context.addIssue({ code: 'custom', message: localizableMessage('surveyWidget.origin') })
    return z.NEVER
  })

function isAllowedOrigin({ protocol, hostname, pathname, search, hash, username }: URL): boolean {
  const isBare = pathname === '/' && search === '' && hash === '' && username === ''
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return isBare && /^[a-z\d.-]+$/.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

const Origins = z
  .array(Origin)
  .min(1, localizableMessage('surveyWidget.noOrigin'))
  .max(ORIGINS_MAX)
  .transform((origins) => [...new Set(origins)])
  .describe(
    'The pages that may show it, as in `https://www.example.com`. Also `http://localhost:3000`, for trying it out.',
  )

const PagePatterns = z
  .array(
    z
      .string()
      .trim()
      .max(PAGE_PATTERN_MAX_CHARACTERS)
      .regex(/^[/*][^ ]*$/, localizableMessage('surveyWidget.page')),
  )
  .max(PAGE_PATTERNS_MAX)

const wholeNumber = (from: number, to: number) => {
  const message = localizableMessage('value.whole', { from, to })
  return z.number(message).int(message).min(from, message).max(to, message)
}

export const WidgetRules = z
  .object({
    include: PagePatterns.describe(
      'Paths of the pages that show it, with `*` for any text: `/shop/*`. Empty: all pages.',
    ),
    exclude: PagePatterns.describe('Paths of pages that do not show it.'),
    delaySeconds: wholeNumber(0, DELAY_SECONDS_MAX).describe('Seconds on a page before the popover appears.'),
    scrollPercent: wholeNumber(1, 100)
      .nullable()
      .describe('The popover appears once this much of the page was scrolled.'),
    sharePercent: wholeNumber(1, 100).describe('The share of visitors who are asked. The same visitors each time.'),
    cooldownDays: wholeNumber(0, WIDGET_COOLDOWN_DAYS_MAX).describe(
      'Days without the popover after a visitor saw it, kept in their browser. Zero: until it was answered or closed.',
    ),
    event: z
      .string()
      .regex(new RegExp(`^[A-Za-z0-9_.:-]{1,${EVENT_MAX_CHARACTERS}}$`), localizableMessage('surveyWidget.event'))
      .nullable()
      .describe('The popover appears only after your page called `FeedbackWidget.track` with this name.'),
  })
  .meta({ id: 'WidgetRules' })
export type WidgetRules = z.infer<typeof WidgetRules>

const ButtonText = localizedTextSchema(BUTTON_TEXT_MAX_CHARACTERS)
  .nullable()
  .describe('In place of the usual text of the button.')

export const SurveyWidget = SurveyLink.pick({
  id: true,
  surveyId: true,
  name: true,
  locationId: true,
  employeeId: true,
  closesOn: true,
  quota: true,
  asksContact: true,
  active: true,
  state: true,
  answers: true,
  flagged: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({
    key: z.string().describe('Public: it is part of the page.'),
    snippet: z.string().describe('What to put into the pages.'),
    frameUrl: z.string().describe('The address for an iframe of your own.'),
    kind: WidgetKind,
    position: WidgetPosition,
    buttonText: ButtonText,
    origins: z.array(z.string()).describe('The pages that may show it.'),
    rules: WidgetRules,
  })
  .meta({ id: 'SurveyWidget' })
export type SurveyWidget = z.infer<typeof SurveyWidget>

const settings = {
  position: WidgetPosition.exactOptional(),
  buttonText: ButtonText.exactOptional(),
  rules: WidgetRules.partial().exactOptional().describe('Only the rules that you send change.'),
  ...CreateSurveyLink.pick({
    locationId: true,
    employeeId: true,
    closesOn: true,
    quota: true,
    asksContact: true,
    active: true,
  }).shape,
}

export const ListSurveyWidgets = PageQuery.extend({ id: Id })
export type ListSurveyWidgets = z.infer<typeof ListSurveyWidgets>

export const CreateSurveyWidget = z.object({
  id: Id,
  name: requiredTextSchema(LINK_NAME_MAX_CHARACTERS),
  kind: WidgetKind,
  origins: Origins,
  ...settings,
})
export type CreateSurveyWidget = z.infer<typeof CreateSurveyWidget>

export const UpdateSurveyWidget = z.object({
  id: Id,
  widgetId: Id,
  name: requiredTextSchema(LINK_NAME_MAX_CHARACTERS).exactOptional(),
  kind: WidgetKind.exactOptional(),
  origins: Origins.exactOptional(),
  ...settings,
})
export type UpdateSurveyWidget = z.infer<typeof UpdateSurveyWidget>

export const SurveyWidgetReference = z.object({ id: Id, widgetId: Id })
export type SurveyWidgetReference = z.infer<typeof SurveyWidgetReference>

export const DeletedSurveyWidget = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedSurveyWidget' })
