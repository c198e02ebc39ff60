import type { Prisma } from '@/prisma/generated/client'
import type { SmsFailureCause } from '../sms-failure-causes'
import type { REASON_VALUE_NAMES, Reason, ReasonCode } from './schema'

type Values<C extends ReasonCode> = Record<(typeof REASON_VALUE_NAMES)[C][number], string>

export function makeReason<C extends ReasonCode>(
  code: C,
  ...[values]: (typeof REASON_VALUE_NAMES)[C] extends readonly [] ? [] : [Values<C>]
): Reason {
  return { code, values: values ?? {} }
}

export function makeProviderReason(
  code: 'refused' | 'unconfirmed' | 'givenUp',
  { words, cause }: { words: string; cause?: SmsFailureCause },
): Reason {
  return addSmsCause(makeReason(code, { words }), cause)
}

export function addSmsCause({ code, values }: Reason, cause: SmsFailureCause | undefined): Reason {
  return { code, values: cause === undefined ? values : { ...values, cause } }
}

export function castReason(column: Prisma.JsonValue | null): Reason | null {
  return column as Reason | null
}
