import { OPERATIONS_COUNT_MAX } from '@/server/operations/constants'
import { formatNumber } from '../format'

/** 10,001 → “10,000+”: counting ends there. */
export function formatCount(count: number, locale: string): string {
  return count > OPERATIONS_COUNT_MAX ? `${formatNumber(OPERATIONS_COUNT_MAX, locale)}+` : formatNumber(count, locale)
}
