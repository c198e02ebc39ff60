import type { ContactProperty } from '@/server/contact-properties/schema'
import { PROPERTY_OPERATORS, type PropertyOperator } from '@/server/contacts/filters/constants'

/** Operators of conditions on a property, or on a key that is not declared. Only numbers and dates have an order. */
export function listPropertyOperators(property: ContactProperty | undefined): readonly PropertyOperator[] {
  const isOrdered = property === undefined || property.type === 'number' || property.type === 'date'
  return isOrdered ? PROPERTY_OPERATORS : PROPERTY_OPERATORS.filter((each) => each !== 'atLeast' && each !== 'atMost')
}
