import type { Prisma } from '@/prisma/generated/client'
import type { REASONS, Reason, ReasonCode } from './schema'

type Values<C extends ReasonCode> = Record<(typeof REASONS)[C][number], string>

/** @param values what the words of this reason need. @returns the fact to keep in the row. */
export function reasonFor<C extends ReasonCode>(
  code: C,
  ...[values]: (typeof REASONS)[C] extends readonly [] ? [] : [Values<C>]
): Reason {
  return { code, values: values ?? {} }
}

/** A column of reasons holds nothing but these: a check of the table sees to it. */
export function readReason(column: Prisma.JsonValue | null): Reason | null {
  return column as Reason | null
}
