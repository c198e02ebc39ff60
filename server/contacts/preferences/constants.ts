/* Plain values that browsers load too. */

/** Suppressions that a person sets on their preference page. They limit messages, and unsubscribe no contact. */
export const PREFERENCE_REASONS = ['fewer_surveys', 'no_email', 'no_sms'] as const
export type PreferenceReason = (typeof PREFERENCE_REASONS)[number]

export function isPreference(reason: string): reason is PreferenceReason {
  return PREFERENCE_REASONS.some((preference) => preference === reason)
}

/** Who asked for fewer surveys gets at most one in that time. */
export const FEWER_SURVEYS_DAYS = 90
