import { PROPERTY_PLACEHOLDER_PREFIX } from '../messaging/constants'
import {
  fillTemplate,
  findPlaceholderWithoutFallback,
  listPropertyPlaceholders,
  type PlaceholderName,
} from '../messaging/message-template'
import { measureSms, type SmsLength } from '../messaging/sms-text'

/* Length of the text of an SMS step. No server dependencies: browsers load this file. */

/** At most as many segments of an SMS step are sent; each is billed. */
export const SMS_SEGMENTS_MAX = 4

const SAMPLE_VALUES: Record<PlaceholderName, string> = {
  firstName: 'a'.repeat(10),
  lastName: 'a'.repeat(10),
  email: 'a'.repeat(20),
  organization: 'a'.repeat(20),
  // https://feedback.example.com/t/ and twelve characters.
  surveyLink: 'a'.repeat(43),
  reviewLinks: 'a'.repeat(80),
}
const SAMPLE_PROPERTY = 'a'.repeat(20)

/** Measures the text of an SMS step with values of usual length. @param hasSurvey whether the step sends a survey: its link is appended */
export function measureSmsStep(text: string, hasSurvey: boolean): SmsLength {
  const properties = listPropertyPlaceholders(text).map(({ key }) => [
    `${PROPERTY_PLACEHOLDER_PREFIX}${key}`,
    SAMPLE_PROPERTY,
  ])
  const filled = fillTemplate(text, { ...SAMPLE_VALUES, ...Object.fromEntries(properties) })
  const appendsLink = hasSurvey && findPlaceholderWithoutFallback(text, 'surveyLink') === undefined
  return measureSms(appendsLink ? `${filled}\n${SAMPLE_VALUES.surveyLink}` : filled)
}
