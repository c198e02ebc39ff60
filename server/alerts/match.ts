import type { AlertRule as RuleRow } from '@/prisma/generated/client'

/** What a rule says of what it tells of. */
export type Rule = Pick<
  RuleRow,
  | 'id'
  | 'active'
  | 'trigger'
  | 'bands'
  | 'npsAtMost'
  | 'csatAtMost'
  | 'cesAtMost'
  | 'starsAtMost'
  | 'words'
  | 'surveyIds'
  | 'locationIds'
>

/** What a rule is compared with. @property locationIds by which ids its location is known. @property texts what was written. */
export type Matchable = {
  locationIds: readonly string[]
  texts: readonly string[]
} & (
  | {
      trigger: 'response'
      surveyId: string
      band: string | null
      npsScore: number | null
      csatScore: number | null
      cesScore: number | null
    }
  | { trigger: 'review'; rating: number }
)

/**
 * Whether a rule tells of it: where it was said must fit the surveys and locations that the rule names, if it names any; and
 * of what else it looks for, one thing is enough.
 */
export function matches(rule: Rule, about: Matchable): boolean {
  if (!rule.active || rule.trigger !== about.trigger) return false
  if (rule.locationIds.length > 0 && !about.locationIds.some((id) => rule.locationIds.includes(id))) return false
  if (about.trigger === 'response' && rule.surveyIds.length > 0 && !rule.surveyIds.includes(about.surveyId))
    return false
  const looksFor = [...scoreTests(rule, about), ...(rule.words.length > 0 ? [() => mentions(about, rule.words)] : [])]
  return looksFor.length === 0 || looksFor.some((test) => test())
}

/** One for each thing that the rule says of scores. */
function scoreTests(rule: Rule, about: Matchable): (() => boolean)[] {
  const limits: [score: number | null, atMost: number | null][] =
    about.trigger === 'review'
      ? [[about.rating, rule.starsAtMost]]
      : [
          [about.npsScore, rule.npsAtMost],
          [about.csatScore, rule.csatAtMost],
          [about.cesScore, rule.cesAtMost],
        ]
  const tests = limits.flatMap(([score, atMost]) => (atMost === null ? [] : [() => score !== null && score <= atMost]))
  if (about.trigger === 'review' || rule.bands.length === 0) return tests
  return [...tests, () => about.band !== null && rule.bands.includes(about.band)]
}

function mentions({ texts }: Matchable, words: readonly string[]): boolean {
  const folded = texts.map(fold)
  return words.some((word) => folded.some((text) => isIn(text, fold(word))))
}

/** Scripts that leave no space between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Where a word begins, so that "refund" finds "refunded", and "ate" does not find "late". */
function isIn(text: string, word: string): boolean {
  if (word === '') return false
  if (UNSPACED.test(word)) return text.includes(word)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return true
  return false
}

/** Letters that Unicode does not take apart. */
const ALIKE: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Without case and accents, in the same way for every language: a Turkish İ or ı is an i as any other. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => ALIKE[letter] ?? letter)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
