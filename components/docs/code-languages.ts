export const CODE_LANGUAGES = {
  sh: 'curl',
  js: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  go: 'Go',
  json: 'JSON',
  http: 'HTTP',
  html: 'HTML',
} as const

export type CodeLanguage = keyof typeof CODE_LANGUAGES

export function isCodeLanguage(name: string): name is CodeLanguage {
  return name in CODE_LANGUAGES
}
