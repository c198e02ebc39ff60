import { z } from 'zod'
import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import { Id, Timestamp, textSchema } from '../validation/schema'
import { SEARCH_QUERY_MAX_CHARACTERS } from './constants'

const LIMIT = { usual: 6, most: 20 }

export const GlobalSearchQuery = z.object({
  query: textSchema(SEARCH_QUERY_MAX_CHARACTERS),
  limit: z.number().int().min(1).max(LIMIT.most).default(LIMIT.usual),
})
export type GlobalSearchQuery = z.infer<typeof GlobalSearchQuery>

export const FoundContact = z.object({ id: Id, name: z.string(), email: z.string() })
export type FoundContact = z.infer<typeof FoundContact>

export const FoundResponse = z.object({
  id: Id,
  contactName: z.string().nullable().describe('Null without a contact, and when it was deleted.'),
  isAnonymous: z.boolean(),
  surveyName: z.string(),
  comment: z.string().nullable().describe('What the person wrote, from about where it holds the words asked for.'),
  createdAt: Timestamp,
})
export type FoundResponse = z.infer<typeof FoundResponse>

export const FoundByIdItem = z.object({
  id: Id,
  kind: z.enum(['sending', 'subscription', 'delivery', 'message']),
  parentId: Id.nullable(),
  label: z.string(),
  createdAt: Timestamp,
})
export type FoundByIdItem = z.infer<typeof FoundByIdItem>

export const SearchResults = z.object({
  contacts: z.array(FoundContact),
  surveys: z.array(z.object({ id: Id, name: z.string(), type: SurveyType, status: SurveyStatus })),
  sequences: z.array(z.object({ id: Id, name: z.string(), status: SequenceStatus })),
  responses: z.array(FoundResponse),
  records: z.array(FoundByIdItem),
})
export type SearchResults = z.infer<typeof SearchResults>
