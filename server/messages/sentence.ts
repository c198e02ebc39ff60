import type errors from './en/errors.json'

/*
 * What an error says, in no language yet. Schemas hold it as their message, which zod wants to be a string; it becomes
 * words at the edge (`to-words`), in the language of whoever asked. Browsers load this, and no words with it.
 */

type Group = keyof typeof errors

/** A key of the namespace `errors`. */
export type SentenceKey = { [G in Group]: `${G}.${keyof (typeof errors)[G] & string}` }[Group]

/** A list stands for "a, b or c"; one of `all` for "a, b and c". */
export type SentenceValues = Record<string, string | number | readonly string[] | { all: readonly string[] }>

declare const mark: unique symbol
/** A key, and behind a space its values as JSON where it has any. */
export type Sentence = string & { readonly [mark]: true }

export function sentence(key: SentenceKey, values?: SentenceValues): Sentence {
  return (values === undefined ? key : `${key} ${JSON.stringify(values)}`) as Sentence
}

/** The message of a schema's issue; what is none of ours says that the value is not valid. */
export function toSentence(message: string): Sentence {
  return /^[a-z]+\.\w+(?: \{|$)/i.test(message) ? (message as Sentence) : sentence('value.invalid')
}

export function readSentence(said: Sentence): { key: SentenceKey; values: SentenceValues } {
  const [key = ''] = said.split(' ', 1)
  const values = said.slice(key.length)
  return { key: key as SentenceKey, values: values === '' ? {} : (JSON.parse(values) as SentenceValues) }
}
