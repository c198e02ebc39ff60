/* Values that browsers load too. */

export const WIDGET_KINDS = ['popover', 'inline', 'button'] as const
export const WIDGET_POSITIONS = ['bottom_right', 'bottom_left'] as const

export const WIDGETS_PER_SURVEY_MAX = 50
export const ORIGINS_MAX = 20
export const PAGE_PATTERNS_MAX = 20
export const PAGE_PATTERN_MAX_CHARACTERS = 200
export const BUTTON_TEXT_MAX_CHARACTERS = 40
export const EVENT_MAX_CHARACTERS = 60
export const DELAY_SECONDS_MAX = 600
export const WIDGET_COOLDOWN_DAYS_MAX = 365

/** The rules of a new widget. */
export const DEFAULT_RULES = {
  include: [],
  exclude: [],
  delaySeconds: 5,
  scrollPercent: null,
  sharePercent: 100,
  cooldownDays: 30,
  event: null,
}
