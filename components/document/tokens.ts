/*
 * The colours of app/globals.css that documents without its style sheet use, in both themes. A test holds the two
 * together.
 */

export const LIGHT = {
  canvas: 'oklch(0.985 0.003 85)',
  surface: 'oklch(0.997 0.001 85)',
  hover: 'oklch(0.962 0.005 85)',
  line: 'oklch(0.908 0.006 85)',
  edge: 'oklch(0.845 0.008 82)',
  'line-strong': 'oklch(0.62 0.01 80)',
  ink: 'oklch(0.225 0.008 70)',
  'ink-soft': 'oklch(0.42 0.01 75)',
  'ink-faint': 'oklch(0.525 0.01 75)',
  accent: 'oklch(0.5 0.155 262)',
  'accent-hover': 'oklch(0.44 0.15 262)',
  'accent-ink': 'oklch(0.995 0.002 85)',
  'accent-text': 'oklch(0.475 0.155 262)',
  'accent-line': 'oklch(0.86 0.055 262)',
  'neutral-text': 'oklch(0.475 0.095 72)',
  'neutral-soft': 'oklch(0.965 0.03 85)',
  'neutral-line': 'oklch(0.87 0.07 82)',
  'negative-text': 'oklch(0.485 0.165 27)',
  'negative-soft': 'oklch(0.962 0.018 25)',
  'negative-line': 'oklch(0.875 0.055 25)',
  negative: 'oklch(0.56 0.185 27)',
}

export const DARK: typeof LIGHT = {
  canvas: 'oklch(0.178 0.005 75)',
  surface: 'oklch(0.21 0.006 75)',
  hover: 'oklch(0.245 0.006 75)',
  line: 'oklch(0.295 0.007 75)',
  edge: 'oklch(0.365 0.008 78)',
  'line-strong': 'oklch(0.515 0.01 78)',
  ink: 'oklch(0.945 0.005 85)',
  'ink-soft': 'oklch(0.79 0.008 82)',
  'ink-faint': 'oklch(0.685 0.009 80)',
  accent: 'oklch(0.525 0.165 264)',
  'accent-hover': 'oklch(0.558 0.165 264)',
  'accent-ink': 'oklch(0.995 0.002 85)',
  'accent-text': 'oklch(0.76 0.11 262)',
  'accent-line': 'oklch(0.42 0.09 264)',
  'neutral-text': 'oklch(0.84 0.11 82)',
  'neutral-soft': 'oklch(0.255 0.03 75)',
  'neutral-line': 'oklch(0.38 0.055 76)',
  'negative-text': 'oklch(0.79 0.115 25)',
  'negative-soft': 'oklch(0.255 0.042 25)',
  'negative-line': 'oklch(0.39 0.08 25)',
  negative: 'oklch(0.645 0.18 26)',
}
