import { listScalars, readAtPath, type Scalar } from './body-values'
import type { TriggerCondition } from './schema'

/** Whether a condition holds for a body. Texts are compared without case; of a list, one matching element is enough. */
export function matchesCondition(body: unknown, { path, operator, value }: TriggerCondition): boolean {
  const found = readAtPath(body, path)
  const scalars = listScalars(found)
  switch (operator) {
    case 'exists':
      return exists(found)
    case 'isMissing':
      return !exists(found)
    case 'is':
      return scalars.some((scalar) => isSame(scalar, value))
    case 'isNot':
      return !scalars.some((scalar) => isSame(scalar, value))
    case 'contains':
      return scalars.some((scalar) => fold(scalar).includes(fold(value)))
    case 'greater':
      return scalars.some((scalar) => toNumber(scalar) > Number(value))
    case 'less':
      return scalars.some((scalar) => toNumber(scalar) < Number(value))
  }
}

function exists(value: unknown): boolean {
  if (value === undefined || value === null) return false
  return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0
}

const fold = (scalar: Scalar) => String(scalar).trim().toLowerCase()

/** Numbers also if they are written differently: `10` is `"10.00"`. */
function isSame(scalar: Scalar, value: string): boolean {
  if (fold(scalar) === fold(value)) return true
  return value.trim() !== '' && toNumber(scalar) === Number(value)
}

function toNumber(scalar: Scalar): number {
  if (typeof scalar === 'number') return scalar
  return typeof scalar === 'string' && scalar.trim() !== '' ? Number(scalar) : Number.NaN
}
