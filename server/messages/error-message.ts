import type errors from './en/errors.json'

/*
 * A language-independent error message. Schemas carry it as their message, which zod requires to be a string;
 * `to-words` translates it at the edge, in the reader's language. Browsers load this file, but no messages with it.
 */

type Group = keyof typeof errors

export type SentenceKey = { [G in Group]: `${G}.${keyof (typeof errors)[G] & string}` }[Group]

/** A list is formatted as "a, b or c"; one in `all` as "a, b and c". */
export type SentenceValues = Record<string, string | number | readonly string[] | { all: readonly string[] }>

declare const brand: unique symbol
/** A key, followed by a space and its values as JSON if there are any. */
export type Sentence = string & { readonly [brand]: true }

export function sentence(key: SentenceKey, values?: SentenceValues): Sentence {
  return (values === undefined ? key : `${key} ${JSON.stringify(values)}`) as Sentence
}

/** Message of a schema issue; falls back to `value.invalid` for messages that are not ours. */
export function toSentence(message: string): Sentence {
  return /^[a-z]+\.\w+(?: \{|$)/i.test(message) ? (message as Sentence) : sentence('value.invalid')
}

export function readSentence(text: Sentence): { key: SentenceKey; values: SentenceValues } {
  const [key = ''] = text.split(' ', 1)
  const values = text.slice(key.length)
  return { key: key as SentenceKey, values: values === '' ? {} : (JSON.parse(values) as SentenceValues) }
}
