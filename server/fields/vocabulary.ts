/** In which everything that people read is written. */
export const LANGUAGES = ['en', 'fr'] as const
