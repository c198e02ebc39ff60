import { type ErrorMessageKey, type LocalizableMessage, localizableMessage } from '../messages/localizable-message'

type Issue = { code?: string; origin?: string; maximum?: unknown; minimum?: unknown; [key: string]: unknown }

/** The message for an issue of zod whose schema has none. */
export function describeIssue(issue: Issue): LocalizableMessage {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? localizableMessage('value.missing')
        : localizableMessage('value.kind', { kind: String(issue.expected) })
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value':
      return localizableMessage('value.oneOf', { options: (issue.values as unknown[]).map(String) })
    case 'invalid_format':
      return localizableMessage(FORMATS[String(issue.format)] ?? 'value.invalid')
    default:
      return localizableMessage('value.invalid')
  }
}

const FORMATS: Record<string, ErrorMessageKey> = { url: 'value.url', datetime: 'value.dateTime' }

function tooBig({ origin, maximum: limit }: Issue): LocalizableMessage {
  const maximum = String(limit)
  if (origin === 'string') return localizableMessage('value.maxCharacters', { maximum })
  if (origin === 'array' || origin === 'set') return localizableMessage('value.maxItems', { maximum })
  return localizableMessage('value.maximum', { maximum })
}

function tooSmall({ origin, minimum: limit }: Issue): LocalizableMessage {
  const minimum = Number(limit)
  if (origin === 'string')
    return minimum <= 1 ? localizableMessage('value.missing') : localizableMessage('value.minCharacters', { minimum })
  if (origin === 'array' || origin === 'set') return localizableMessage('value.minItems', { minimum })
  return localizableMessage('value.minimum', { minimum })
}
