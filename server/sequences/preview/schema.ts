import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { Reason } from '../../messaging/outcome/schema'
import { CreateSurvey } from '../../surveys/schema'
import { Id, Language, perLanguageSchema, textSchema } from '../../validation/schema'
import { TEST_MESSAGES_MAX } from './constants'

const DraftText = (maxCharacters: number) =>
  z.union([textSchema(maxCharacters), perLanguageSchema(textSchema(maxCharacters))]).nullable()

/** A message as the unsaved form describes it: texts may be empty, or written in one language only. */
export const MessageDraft = z.object({
  type: z.enum(['survey', 'email', 'sms']),
  surveyId: Id.nullable(),
  subject: DraftText(200),
  body: DraftText(10_000),
  earlierSurveyId: Id.nullable().describe('The survey that an earlier step sends: `{{surveyLink}}` opens it.'),
  survey: CreateSurvey.pick({ type: true, questions: true })
    .exactOptional()
    .describe('The unsaved survey, instead of the stored one.'),
})
export type MessageDraft = z.infer<typeof MessageDraft>

export const PreviewMessage = z.object({
  draft: MessageDraft,
  contactId: Id.nullable().describe('Null for a sample person.'),
  language: Language.nullable().describe('Null for the language that the contact would get.'),
})
export type PreviewMessage = z.infer<typeof PreviewMessage>

const preview = {
  language: Language,
  from: z.string(),
  to: z.string(),
  reason: Reason.nullable().describe('Why this contact would not get it.'),
  placeholders: z.record(z.string(), z.string()).describe('Values by the name of the placeholder.'),
}

export const MessagePreview = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    ...preview,
    replyTo: z.string().nullable(),
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
  }),
  z.object({
    channel: z.literal('sms'),
    ...preview,
    text: z.string(),
    segments: z.number().int(),
    encoding: z.enum(['gsm', 'unicode']),
    units: z.number().int(),
    nonGsmCharacters: z.array(z.string()),
    cost: z.object({ amount: z.number(), currency: z.string(), country: z.string() }).nullable(),
  }),
])
export type MessagePreview = z.infer<typeof MessagePreview>

export const SendTestMessages = PreviewMessage.omit({ draft: true }).extend({
  drafts: z
    .array(
      MessageDraft.refine(({ type, surveyId }) => type !== 'survey' || surveyId !== null, {
        path: ['surveyId'],
        error: localizableMessage('sequence.stepSurvey'),
      }),
    )
    .min(1)
    .max(TEST_MESSAGES_MAX, localizableMessage('testMessage.tooMany', { maximum: TEST_MESSAGES_MAX })),
})
export type SendTestMessages = z.infer<typeof SendTestMessages>

/**
 * - `captured`: kept in the Outbox, because no provider is set up
 * - `unanswered`: the provider had not answered in time; it may still arrive
 * - `notTried`: an earlier message of the same test was not answered
 */
export const TestMessageResult = z.object({
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  state: z.enum(['sent', 'captured', 'failed', 'unanswered', 'notTried']),
  words: z.string().nullable().describe('The words of the provider.'),
})
export type TestMessageResult = z.infer<typeof TestMessageResult>
