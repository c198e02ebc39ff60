import { expect, it } from 'vitest'
import { compileRuleMatcher, foldText, type RuleConditions } from '../alerts/rule-matcher'
import { describeUserAgent } from '../auth/user-sessions'
import { toE164OrTrimmed } from '../contacts/phone'
import { negotiateLocale } from '../messages/negotiate-locale'
import { fillTemplate, findFirstTemplateError, parseTemplate } from '../messaging/message-template'
import { countSegments, replaceTypographicCharacters, truncateToSegments } from '../messaging/sms-text'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { CreateReplyTemplate } from '../reply-templates/schema'
import { excerptAround } from '../search/excerpt'
import { slugify } from '../surveys/constants'
import { isAbsoluteUrl } from '../validation/is-absolute-url'
import { Email, singleLineTextSchema } from '../validation/schema'

/*
 * Parsers of untrusted text, each with the worst input of the maximum length. Superlinear time blocks every request of the process
 * (regular-expressions.test.ts checks the expressions alone).
 */

const rule = (id: number, words: string[]): RuleConditions => ({
  id: String(id),
  active: true,
  trigger: 'review',
  bands: [],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words,
  surveyIds: [],
  locationIds: [],
})
/** The maximum number of rules and words per organization, each of the maximum length. */
const matchWith = (word: (n: number) => string) =>
  compileRuleMatcher(
    Array.from({ length: 50 }, (_, at) =>
      rule(
        at,
        Array.from({ length: 30 }, (__, n) => word(at * 30 + n).slice(0, 60)),
      ),
    ),
  )
const withB = matchWith((n) => `b${'ab'.repeat(30)}${n}`)
const withSpaces = matchWith((n) => `${'a '.repeat(28)}${n}`)
const aReviewWith = (text: string) => ({ trigger: 'review' as const, rating: 5, locationIds: [], texts: [text] })

/** Chinese code points in an order that repeats late. */
const chinese = (length: number) =>
  String.fromCodePoint(...Array.from({ length }, (_, n) => 0x4e00 + ((n * 7919) % 20_000)))

const WORST: [name: string, characters: number, text: (length: number) => string, read: (text: string) => unknown][] = [
  ['placeholders after two braces and spaces', 10_000, (n) => `{{${' '.repeat(n)}x`, parseTemplate],
  ['placeholders among braces', 10_000, (n) => '{'.repeat(n), parseTemplate],
  ['text faults in one long word', 10_000, (n) => 'a'.repeat(n), (text) => findFirstTemplateError(text, true)],
  [
    'text faults of many names',
    10_000,
    (n) => '{{firstName}} you '.repeat(n / 18),
    (text) => findFirstTemplateError(`Hi ${text}`, true),
  ],
  [
    'filling in many names',
    10_000,
    (n) => '{{firstName}} '.repeat(n / 14),
    (text) => fillTemplate(text, { firstName: 'a'.repeat(100) }),
  ],
  [
    'a reply template of spaces after braces',
    5000,
    (n) => `{{${' '.repeat(n - 4)}x`,
    (text) => CreateReplyTemplate.safeParse({ kind: 'response', name: 'a', texts: { en: text, fr: '' } }),
  ],
  ['alert words at no beginning', 60_000, (n) => 'ab'.repeat(n / 2), (text) => withB(aReviewWith(text))],
  ['alert words at every beginning', 60_000, (n) => 'a '.repeat(n / 2), (text) => withSpaces(aReviewWith(text))],
  ['folding combining marks', 60_000, (n) => `a${'\u0301\u0323'.repeat(n / 2)}`, foldText],
  ['folding ligatures', 60_000, (n) => '\ufdfa'.repeat(n), foldText],
  ['a text message of guillemets and spaces', 10_000, (n) => ' '.repeat(n), replaceTypographicCharacters],
  ['segments of a text message', 10_000, (n) => '€'.repeat(n), countSegments],
  [
    'fitting words into a text message',
    10_000,
    (n) => '🙂'.repeat(n / 2),
    (text) => truncateToSegments(text, 2, (words) => words),
  ],
  ['a name of spaces', 10_000, (n) => ' '.repeat(n), sanitizeName],
  ['a name of colons', 10_000, (n) => ' :'.repeat(n / 2), sanitizeName],
  ['a name of a whole body', 1_000_000, (n) => ' '.repeat(n), (text) => singleLineTextSchema(100).safeParse(text)],
  ['an email address of atoms', 1_000_000, (n) => `${'a.'.repeat(n / 2)}@example.com`, (text) => Email.safeParse(text)],
  ['an email address of a Chinese domain', 100_000, (n) => `a@${chinese(n)}.example`, (text) => Email.safeParse(text)],
  ['a URL of a Chinese host', 100_000, (n) => `https://${chinese(n)}.example`, isAbsoluteUrl],
  ['a URL of slashes', 100_000, (n) => `https:${'/'.repeat(n)}`, isAbsoluteUrl],
  ['a phone number', 250, (n) => `+${'1'.repeat(n)}`, (text) => toE164OrTrimmed(text, 'FR')],
  ['a phone number of signs', 250, (n) => '(+1'.repeat(n / 3), (text) => toE164OrTrimmed(text, 'FR')],
  [
    'an email address of combining marks',
    1_000_000,
    (n) => `a${'\u0301\u0323'.repeat(n / 2)}@example.com`,
    (text) => Email.safeParse(text),
  ],
  ['a slug of combining marks', 5000, (n) => `a${'\u0301\u0323'.repeat(n / 2)}`, slugify],
  [
    'an excerpt of combining marks',
    20_000,
    (n) => `a${'\u0301\u0323'.repeat(n / 2)}`,
    (text) => excerptAround(text, ['z']),
  ],
  ['a slug of hyphens', 5000, (n) => '-a'.repeat(n / 2), slugify],
  [
    'an excerpt around a word',
    20_000,
    (n) => 'a '.repeat(n / 2),
    (text) =>
      excerptAround(
        text,
        Array.from({ length: 100 }, () => 'z'),
      ),
  ],
  ['a browser’s name', 16_000, (n) => 'Version/1.'.repeat(n / 10), describeUserAgent],
  ['a browser’s name of digits', 16_000, (n) => `Opera/${'1'.repeat(n)}`, describeUserAgent],
  ['a list of languages', 16_000, (n) => 'a-'.repeat(n / 2), (text) => negotiateLocale(undefined, text)],
]

const NEGLIGIBLE_MS = 2
/** Maximum growth when the input doubles; quadratic time takes four times as long, with a margin for other load. */
const GROWTH_MAX = 3

it.each(WORST)('reads %s in linear time', (name, characters, textOf, read) => {
  const [half, whole] = [textOf(characters / 2), textOf(characters)]
  let ratio = Number.POSITIVE_INFINITY
  let wholeMs = Number.POSITIVE_INFINITY
  // Best of several rounds: other load only adds time.
  let halfMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 20 && (round < 5 || ratio > GROWTH_MAX); round += 1) {
    halfMs = Math.min(
      halfMs,
      measureMs(() => read(half)),
    )
    wholeMs = Math.min(
      wholeMs,
      measureMs(() => read(whole)),
    )
    ratio = wholeMs < NEGLIGIBLE_MS ? 0 : wholeMs / halfMs
  }
  process.stdout.write(`${wholeMs.toFixed(2).padStart(9)} ms  ${name}, ${characters} characters\n`)
  expect(ratio).toBeLessThan(GROWTH_MAX)
})

function measureMs(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
