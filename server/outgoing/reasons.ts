import type { Prisma } from '@/prisma/generated/client'
import type { SmsCause } from '../messaging/vocabulary'
import type { REASONS, Reason, ReasonCode } from './schema'

type Values<C extends ReasonCode> = Record<(typeof REASONS)[C][number], string>

/** @param values what the words of this reason need. @returns the fact to keep in the row. */
export function reasonFor<C extends ReasonCode>(
  code: C,
  ...[values]: (typeof REASONS)[C] extends readonly [] ? [] : [Values<C>]
): Reason {
  return { code, values: values ?? {} }
}

/** For what a provider said, in its own words and, where they have a cause that we know, in ours. */
export function providerReason(
  code: 'refused' | 'unconfirmed' | 'givenUp',
  { words, cause }: { words: string; cause?: SmsCause },
): Reason {
  return withCause(reasonFor(code, { words }), cause)
}

export function withCause({ code, values }: Reason, cause: SmsCause | undefined): Reason {
  return { code, values: cause === undefined ? values : { ...values, cause } }
}

/** A column of reasons holds nothing but these: a check of the table sees to it. */
export function readReason(column: Prisma.JsonValue | null): Reason | null {
  return column as Reason | null
}
