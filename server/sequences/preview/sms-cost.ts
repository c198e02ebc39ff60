import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { env } from '../../env'

export type SmsCost = { amount: number; currency: string; country: string }

/** By the operator's price list (SMS_PRICES). Null without a price for the country of the number. */
export function estimateSmsCost(phone: string, segments: number): SmsCost | null {
  const country = parsePhoneNumberFromString(phone)?.country
  const price = country === undefined ? undefined : env.smsPrices?.byCountry.get(country)
  if (env.smsPrices === null || country === undefined || price === undefined) return null
  return { amount: price * segments, currency: env.smsPrices.currency, country }
}
