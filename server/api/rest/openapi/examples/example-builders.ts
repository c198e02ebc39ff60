import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { type ChangeFeedKind, encodeCursor } from '../../../../change-feed/schema'
import type { AppRouter } from '../../../routers/app-router'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

export type OperationExample<Input = unknown, Output = unknown> = {
  input: Input
  responses: Partial<Record<200 | 201, Output>>
  responseVariants?: Record<string, { summary: string; value: Output }>
  variants?: Record<string, { summary: string; fields: Record<string, unknown> }>
  /** Fields that make the request invalid when merged into it; the document shows the resulting errors. */
  invalidFields: Record<string, unknown>
}

export type ExamplesByProcedure = {
  [Noun in keyof Inputs]: {
    [Verb in keyof Inputs[Noun] & keyof Outputs[Noun]]?: OperationExample<Inputs[Noun][Verb], Outputs[Noun][Verb]>
  }
}

export const EXAMPLE_UPDATED_AT = '2026-03-04T08:15:30.250Z'

const page = { page: 1, limit: 50 }
const meta = { page: 1, perPage: 50, total: 1, totalPages: 1 }
const invalidId = { id: '42' }

export function buildListExample<Item, Query extends object>(
  item: Item,
  query: Query,
  invalidFields: object = { limit: 0 },
) {
  return {
    input: { ...page, ...query },
    responses: { 200: { data: [item], meta } },
    invalidFields: { ...invalidFields },
  }
}

/** An answer with changes instead of a page. */
export function buildChangesExample<Item extends { id: string; updatedAt: string }>(kind: ChangeFeedKind, item: Item) {
  const at = new Date(item.updatedAt)
  const nextCursor = encodeCursor(kind, { at, id: item.id, before: new Date(at.getTime() + 3_600_000) })
  const value = {
    data: [item],
    meta: { ...meta, perPage: 1, total: 2, totalPages: 2, nextCursor, nextUpdatedSince: null },
  }
  return { changes: { summary: 'With `updated_since` or `cursor`', value } }
}

export function buildGetExample<Item extends { id: string }>(item: Item) {
  return { input: { id: item.id }, responses: { 200: { data: item } }, invalidFields: invalidId }
}

export function buildDeleteExample<Fact extends object>(id: string, fact: Fact) {
  return { input: { id }, responses: { 200: { data: { id, ...fact } } }, invalidFields: invalidId }
}

export function buildRenameExample<Item extends { id: string; name: string }>(item: Item, name: string) {
  return {
    input: { id: item.id, name },
    responses: { 200: { data: { ...item, name, updatedAt: EXAMPLE_UPDATED_AT } } },
    invalidFields: { name: '' },
  }
}
