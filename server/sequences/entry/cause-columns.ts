import type { EntryRule as RuleRow } from '@/prisma/generated/client'
import { EntryCause } from './schema'

type CauseColumns = Pick<
  RuleRow,
  | 'type'
  | 'createdVia'
  | 'tag'
  | 'surveyId'
  | 'bands'
  | 'ratings'
  | 'propertyKey'
  | 'dayOffset'
  | 'isYearly'
  | 'everyDays'
>

const NONE: Omit<CauseColumns, 'type'> = {
  createdVia: [],
  tag: null,
  surveyId: null,
  bands: [],
  ratings: [],
  propertyKey: null,
  dayOffset: null,
  isYearly: false,
  everyDays: null,
}

export function toCauseColumns(cause: EntryCause): CauseColumns {
  return { ...NONE, ...cause }
}

/** @throws {ZodError} if the columns contradict the type */
export function toEntryCause(row: CauseColumns): EntryCause {
  return EntryCause.parse(row)
}
