import { z } from 'zod'
import { Id } from './schema'

/** Ids of an address, separated by commas. */
export function idListSchema(maximum: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(Id).min(1).max(maximum),
  )
}

/** Of a downloaded list. */
export const ExportFormat = z.enum(['csv', 'xlsx', 'json']).default('csv')
