import { z } from 'zod'
import { ACTOR_TYPES } from '../../audit/constants'
import { Id, PageQuery, Timestamp } from '../../validation/schema'
import { Wording } from '../logic/schema'
import { Survey } from '../schema'
import { CONTENT_CHANGES } from './constants'

export const ContentChange = z.object({
  kind: z.enum(CONTENT_CHANGES),
  question: Wording.nullable().describe(
    'Its text before the change, or as it was added. Null for what is about no question.',
  ),
})
export type ContentChange = z.infer<typeof ContentChange>

const versionFields = {
  number: z.number().int(),
  actor: z
    .object({ type: z.enum(ACTOR_TYPES), name: z.string().nullable() })
    .nullable()
    .describe('As in the audit log. Null if it is not known.'),
  createdAt: Timestamp,
}

export const SurveyVersionSummary = z.object({
  ...versionFields,
  changes: z
    .array(ContentChange)
    .nullable()
    .describe('Since the version before; null if there is none to compare with.'),
})
export type SurveyVersionSummary = z.infer<typeof SurveyVersionSummary>

export const SurveyVersion = z.object({
  ...versionFields,
  questions: Survey.shape.questions.describe('Including the metric.'),
  endings: Survey.shape.endings,
  layout: Survey.shape.layout,
  changesOnRestore: z.array(ContentChange).describe('What restoring it would change in the survey as it is now.'),
})
export type SurveyVersion = z.infer<typeof SurveyVersion>

export const ListSurveyVersions = PageQuery.extend({ id: Id })
export type ListSurveyVersions = z.infer<typeof ListSurveyVersions>

export const SurveyVersionReference = z.object({ id: Id, number: z.number().int().min(1).max(2_147_483_647) })
export type SurveyVersionReference = z.infer<typeof SurveyVersionReference>
