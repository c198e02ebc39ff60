export const LANGUAGES = ['en', 'fr'] as const

export function otherLanguage(language: 'en' | 'fr'): 'en' | 'fr' {
  return language === 'en' ? 'fr' : 'en'
}
