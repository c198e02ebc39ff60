import type { Prisma } from '@/prisma/generated/client'
import type { SmsCause } from '../vocabulary'
import type { REASONS, Reason, ReasonCode } from './schema'

type Values<C extends ReasonCode> = Record<(typeof REASONS)[C][number], string>

export function makeReason<C extends ReasonCode>(
  code: C,
  ...[values]: (typeof REASONS)[C] extends readonly [] ? [] : [Values<C>]
): Reason {
  return { code, values: values ?? {} }
}

export function makeProviderReason(
  code: 'refused' | 'unconfirmed' | 'givenUp',
  { words, cause }: { words: string; cause?: SmsCause },
): Reason {
  return withCause(makeReason(code, { words }), cause)
}

export function withCause({ code, values }: Reason, cause: SmsCause | undefined): Reason {
  return { code, values: cause === undefined ? values : { ...values, cause } }
}

export function readReason(column: Prisma.JsonValue | null): Reason | null {
  return column as Reason | null
}
