import { z } from 'zod'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { TemplateErrorCode } from '../messaging/schema'
import {
  Id,
  Language,
  localizedTextSchema,
  PageQuery,
  requiredTextSchema,
  sortParameterSchema,
  Timestamp,
  textSchema,
} from '../validation/schema'
import { StepBranch, StepConditions } from './conditions/schema'
import { findMisplacedBranches, MAX_DELAY_SECONDS, MAX_STEPS, STEP_CONDITIONS, STEP_TYPES } from './constants'
import { findStepTemplateErrors, toTemplateErrorMessage } from './find-step-template-errors'
import { SequenceRules } from './rules/schema'

export const SequenceStatus = z.enum(['draft', 'active', 'paused', 'archived'])
export type SequenceStatus = z.infer<typeof SequenceStatus>

export const StepType = z.enum(STEP_TYPES)
export type StepType = z.infer<typeof StepType>

export const StepCondition = z.enum(STEP_CONDITIONS)
export type StepCondition = z.infer<typeof StepCondition>

export const Sequence = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    status: SequenceStatus.describe('Only an `active` sequence can be executed.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Sequence' })
export type Sequence = z.infer<typeof Sequence>

export const SequenceStep = z
  .object({
    id: Id,
    type: StepType,
    delay: z.number().int().meta({
      minimum: 0,
      maximum: MAX_DELAY_SECONDS,
      description: 'Whole seconds to wait after the previous step ends, or after enrolment for the first step.',
    }),
    surveyId: Id.exactOptional().describe('Only for a step with a survey.'),
    subject: localizedTextSchema(200).exactOptional().describe('For an email: one text, or one for each language.'),
    body: localizedTextSchema(10_000)
      .exactOptional()
      .describe('For an email or SMS: one text, or one for each language.'),
    webhookUrl: z.string().exactOptional().describe('Receives `step.completed` each time the step finishes.'),
    condition: StepCondition.describe('Speaks of the latest survey in the same run.'),
    conditions: StepConditions.exactOptional().describe(
      'Further conditions. Of a `fork`: people who meet them take the branch `yes`, the others the branch `no`.',
    ),
    branch: StepBranch.exactOptional(),
  })
  .meta({ id: 'SequenceStep' })
export type SequenceStep = z.infer<typeof SequenceStep>

export const SequenceDetail = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    status: SequenceStatus,
    rules: SequenceRules,
    steps: z.array(SequenceStep).describe('In order.'),
  })
  .meta({ id: 'SequenceDetail' })
export type SequenceDetail = z.infer<typeof SequenceDetail>

export const StepCompletedPayload = z
  .object({
    event: z.literal('step.completed'),
    occurredAt: Timestamp.describe('When the step ended.'),
    sequenceId: Id,
    stepId: Id,
    stepType: StepType,
    sendingId: Id.describe('The sending: one contact going through the sequence.'),
    contactId: Id,
    email: z.string().describe('The address at enrolment.'),
    status: z
      .enum(['sent', 'captured', 'answered', 'bounced', 'skipped', 'failed', 'completed'])
      .describe(
        'How the step ended. `captured`: no provider is set up, so the message is kept in the Outbox and was not sent. ' +
          '`answered`: an answer came before we knew that the message had gone out. `completed`: a `wait` is over.',
      ),
    surveyId: Id.exactOptional().describe('Only for a survey step.'),
  })
  .meta({ id: 'StepCompleted' })
export type StepCompletedPayload = z.infer<typeof StepCompletedPayload>

export const BrowseSequences = PageQuery.extend({
  search: textSchema(200).trim().exactOptional(),
  status: SequenceStatus.exactOptional(),
  sort: sortParameterSchema(['created', 'name']),
})
export type BrowseSequences = z.infer<typeof BrowseSequences>

const delay = localizableMessage('sequence.delay')

export const SaveStep = z
  .object({
    id: Id.exactOptional().describe('The step this one replaces. Leave it out for a new step.'),
    type: StepType,
    delay: z.number(delay).int(delay).min(0, delay).max(MAX_DELAY_SECONDS, delay).default(0),
    surveyId: Id.nullable().exactOptional(),
    subject: localizedTextSchema(200).nullable().exactOptional(),
    body: localizedTextSchema(10_000).nullable().exactOptional(),
    webhookUrl: textSchema(2048).trim().nullable().exactOptional(),
    condition: StepCondition.default('always'),
    conditions: StepConditions.nullable().exactOptional(),
    branch: StepBranch.nullable().exactOptional(),
  })
  .superRefine(({ type, surveyId, subject, body, conditions }, context) => {
    const need = (field: string, message: LocalizableMessage) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (type === 'survey' && !surveyId) need('surveyId', localizableMessage('sequence.stepSurvey'))
    if (type === 'email' && !subject) need('subject', localizableMessage('sequence.stepSubject'))
    if ((type === 'email' || type === 'sms') && !body) need('body', localizableMessage('sequence.stepBody'))
    if (type === 'fork' && !conditions) need('conditions', localizableMessage('sequence.stepConditions'))
  })
export type SaveStep = z.infer<typeof SaveStep>

export const PeopleUnderWay = z
  .enum(['stay', 'move'])
  .describe(
    'What people under way do after a change of the steps: `stay` on the steps as they were, the default, or `move` to the new ones.',
  )
export type PeopleUnderWay = z.infer<typeof PeopleUnderWay>

export const SaveSequence = z.object({
  id: Id.exactOptional(),
  name: requiredTextSchema(200),
  description: textSchema(1000).trim().default(''),
  status: SequenceStatus.exactOptional(),
  rules: SequenceRules.exactOptional().describe('Unchanged if absent.'),
  peopleUnderWay: PeopleUnderWay.exactOptional(),
  steps: z
    .array(SaveStep)
    .max(MAX_STEPS)
    .superRefine((steps, context) => {
      for (const { step, field, language, fault } of findStepTemplateErrors(steps))
        context.addIssue({
          code: 'custom',
          path: [step, field, ...(language === null ? [] : [language])],
          message: toTemplateErrorMessage(fault),
        })
      for (const step of findMisplacedBranches(steps))
        context.addIssue({ code: 'custom', path: [step, 'branch'], message: localizableMessage('sequence.stepBranch') })
    }),
  asRead: SequenceDetail.pick({ name: true, description: true, rules: true, steps: true }).partial().exactOptional(),
})
export type SaveSequence = z.infer<typeof SaveSequence>

/** What the API creates; a draft unless `status` says otherwise. */
export const CreateSequence = SaveSequence.omit({ id: true, asRead: true }).extend({
  status: SequenceStatus.default('draft').describe('Only an `active` sequence can be executed.'),
})

export const UpdateSequence = SaveSequence.extend({
  id: Id,
  name: requiredTextSchema(200).exactOptional(),
  description: textSchema(1000).trim().exactOptional(),
  status: SequenceStatus.exactOptional().describe(
    '`active` allows enrolments and lets people go on, `paused` and `draft` hold them, `archived` removes those in progress.',
  ),
  steps: SaveSequence.shape.steps
    .exactOptional()
    .describe(
      'Replaces the whole list. A step with its `id` stays the same step, so that people in progress go on from it.',
    ),
  asRead: SequenceDetail.pick({ name: true, description: true, rules: true })
    // Without the id of the schema, which stands for steps of responses.
    .extend({ steps: z.array(SequenceStep.extend({})).max(MAX_STEPS) })
    .partial()
    .exactOptional(),
})
export type UpdateSequence = z.infer<typeof UpdateSequence>

export const DeletedSequence = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedSequence' })

export const PauseReason = z.enum(['texts'])
export type PauseReason = z.infer<typeof PauseReason>

export const SequenceWarnings = z.object({
  pauseReason: PauseReason.nullable(),
  texts: z.array(
    z.object({
      step: z.number().int().describe('From 0.'),
      field: z.enum(['subject', 'body']),
      language: Language.nullable(),
      fault: z.object({ code: TemplateErrorCode, values: z.record(z.string(), z.string()) }),
    }),
  ),
})
export type SequenceWarnings = z.infer<typeof SequenceWarnings>

export const SetSequenceStatus = z.object({ id: Id, status: SequenceStatus })
export type SetSequenceStatus = z.infer<typeof SetSequenceStatus>

export const DuplicateSequence = z.object({ id: Id, name: requiredTextSchema(200).describe('Of the copy.') })
export type DuplicateSequence = z.infer<typeof DuplicateSequence>

/** How far a sending is. What became of its messages is the status of its steps. */
export const SendingStatus = z.enum(['queued', 'running', 'completed', 'cancelled'])
export type SendingStatus = z.infer<typeof SendingStatus>

export const SendingStepStatus = z.enum([
  'upcoming',
  'scheduled',
  'captured',
  'sent',
  'delivered',
  'bounced',
  'opened',
  'answered',
  'skipped',
  'failed',
  'completed',
])
export type SendingStepStatus = z.infer<typeof SendingStepStatus>
