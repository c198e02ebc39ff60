import type { Response as ResponseRow, AlertRule as RuleRow } from '@/prisma/generated/client'
import { buildKeywordIndex, findKeywords } from './keyword-index'

export type RuleConditions = Omit<
  RuleRow,
  'organizationId' | 'name' | 'userIds' | 'smsUserIds' | 'pauseMinutes' | 'notifiedAt' | 'createdAt' | 'updatedAt'
>

export type MatchSubject = { locationIds: readonly string[]; texts: readonly string[] } & (
  | ({ trigger: 'response' } & Pick<ResponseRow, 'surveyId' | 'band' | 'npsScore' | 'csatScore' | 'cesScore'>)
  | { trigger: 'review'; rating: number }
)

/**
 * Compiles rules for matching any number of responses and reviews. A rule matches if its survey and location filters, if any, match and at
 * least one of its other conditions, if any, holds.
 * @returns the ids of the matching rules, in time linear in the length of the texts
 */
export function compileRuleMatcher(rules: readonly RuleConditions[]): (subject: MatchSubject) => string[] {
  const words = new Map(rules.map(({ id, words: keywords }) => [id, keywords.map(foldText)]))
  const index = buildKeywordIndex([...words.values()].flat())
  return (subject) => {
    const matchedWords = findKeywords(index, subject.texts.map(foldText))
    const mentions = ({ id }: RuleConditions) => (words.get(id) ?? []).some((word) => matchedWords.has(word))
    return rules.filter((rule) => matches(rule, subject, mentions)).map(({ id }) => id)
  }
}

function matches(rule: RuleConditions, subject: MatchSubject, mentions: (rule: RuleConditions) => boolean): boolean {
  if (!rule.active || rule.trigger !== subject.trigger) return false
  if (rule.locationIds.length > 0 && !subject.locationIds.some((id) => rule.locationIds.includes(id))) return false
  if (subject.trigger === 'response' && rule.surveyIds.length > 0 && !rule.surveyIds.includes(subject.surveyId))
    return false
  const conditions = [...scoreConditions(rule, subject), ...(rule.words.length > 0 ? [() => mentions(rule)] : [])]
  return conditions.length === 0 || conditions.some((isMet) => isMet())
}

function scoreConditions(rule: RuleConditions, subject: MatchSubject): (() => boolean)[] {
  const limits: [score: number | null, atMost: number | null][] =
    subject.trigger === 'review'
      ? [[subject.rating, rule.starsAtMost]]
      : [
          [subject.npsScore, rule.npsAtMost],
          [subject.csatScore, rule.csatAtMost],
          [subject.cesScore, rule.cesAtMost],
        ]
  const tests = limits.flatMap(([score, atMost]) => (atMost === null ? [] : [() => score !== null && score <= atMost]))
  if (subject.trigger === 'review' || rule.bands.length === 0) return tests
  return [...tests, () => subject.band !== null && rule.bands.includes(subject.band)]
}

const UNDECOMPOSED_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Removes case and accents in the same way for every language: the Turkish İ and ı become i. Combining marks are removed before NFD
 * normalization, which takes quadratic time for many marks in a row.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
