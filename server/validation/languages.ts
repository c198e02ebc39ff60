export const LANGUAGES = ['en', 'fr'] as const

type Language = (typeof LANGUAGES)[number]

export function otherLanguages(language: Language): Language[] {
  return LANGUAGES.filter((other) => other !== language)
}

/** In forms that edit a text in two languages. */
export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'fr' : 'en'
}
