/** Steps, in days, in which members move the clock of a test organization. */
export const CLOCK_STEP_DAYS = { day: 1, week: 7, month: 30, quarter: 90 } as const

/** `next` is the time of the next thing to do. */
export const CLOCK_STEPS = ['next', 'day', 'week', 'month', 'quarter'] as const

/** An organization can replace its test organization this often a day. */
export const TEST_ORGANIZATIONS_PER_DAY = 5

/** How far a clock can be ahead of the real time. */
export const CLOCK_MAX_DAYS = 1100
