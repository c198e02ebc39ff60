import { z } from 'zod'
import { Id, requiredTextSchema, textSchema } from '../validation/schema'
import { VIEW_NAME_MAX_CHARACTERS } from './constants'

const QUERY_MAX_CHARACTERS = 2000

export const ListName = z.enum([
  'contacts',
  'companies',
  'surveys',
  'sequences',
  'responses',
  'reviews',
  'locations',
  'employees',
  'outbox',
  'deliveries',
])
export type ListName = z.infer<typeof ListName>

export const SavedView = z.object({ id: Id, name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof SavedView>

export const ListSavedViews = z.object({ list: ListName })

export const CreateSavedView = z.object({
  list: ListName,
  name: requiredTextSchema(VIEW_NAME_MAX_CHARACTERS),
  query: textSchema(QUERY_MAX_CHARACTERS),
})
export type CreateSavedView = z.infer<typeof CreateSavedView>
