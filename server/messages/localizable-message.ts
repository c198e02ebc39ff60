import type errors from './en/errors.json'

/*
 * A language-independent error message. Schemas carry it as their message, which zod requires to be a string;
 * `AppError.localize` translates it at the edge, in the reader's language. Browsers load this file, but no messages with it.
 */

type Group = keyof typeof errors

export type ErrorMessageKey = { [G in Group]: `${G}.${keyof (typeof errors)[G] & string}` }[Group]

/** A list is formatted as "a, b or c"; one in `all` as "a, b and c". */
export type ErrorMessageValues = Record<string, string | number | readonly string[] | { all: readonly string[] }>

declare const brand: unique symbol
/** A key, followed by a space and its values as JSON if there are any. */
export type LocalizableMessage = string & { readonly [brand]: true }

export function localizableMessage(key: ErrorMessageKey, values?: ErrorMessageValues): LocalizableMessage {
  return (values === undefined ? key : `${key} ${JSON.stringify(values)}`) as LocalizableMessage
}

/** Message of a schema issue; falls back to `value.invalid` for messages that are not ours. */
export function zodMessageToLocalizableMessage(message: string): LocalizableMessage {
  return /^[a-z]+\.\w+(?: \{|$)/i.test(message) ? (message as LocalizableMessage) : localizableMessage('value.invalid')
}

export function parseLocalizableMessage(text: LocalizableMessage): {
  key: ErrorMessageKey
  values: ErrorMessageValues
} {
  const [key = ''] = text.split(' ', 1)
  const values = text.slice(key.length)
  return { key: key as ErrorMessageKey, values: values === '' ? {} : (JSON.parse(values) as ErrorMessageValues) }
}
