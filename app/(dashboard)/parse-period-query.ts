import type { z } from 'zod'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { PERIOD_OPTIONS_DAYS } from '@/server/overview/constants'

/** Reads the period of a page's address; an invalid one is ignored. @param fields of the query, already valid or undefined. */
export function parsePeriodQuery<Query>(
  schema: z.ZodType<Query>,
  params: SearchParams,
  fields: Record<string, unknown>,
): Query {
  const days = PERIOD_OPTIONS_DAYS.find((option) => String(option) === readTextParam(params, 'days')) ?? 90
  const known = { days, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
  const range = { from: readTextParam(params, 'from'), to: readTextParam(params, 'to') }
  return schema.safeParse({ ...known, ...range }).data ?? schema.parse(known)
}
