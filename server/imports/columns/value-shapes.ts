import { Email } from '../../validation/schema'

/* Cheap recognition of what a text looks like, for guesses that a person confirms. */

export function isAddressLike(text: string): boolean {
  return text.includes('@') && Email.safeParse(text).success
}

const NUMBER = /^[+-]?\d{1,3}(?:[ \u00a0\u202f.,'’]?\d{3})*(?:[.,]\d+)?$/

export function isNumberLike(text: string): boolean {
  return NUMBER.test(text.trim())
}
