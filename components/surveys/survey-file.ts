import type { Survey } from '@/server/surveys/schema'

/* A survey as a file: the body of `POST /surveys` in the API. */

export const SURVEY_FILE_MAX_BYTES = 500_000

/** Saves the survey as a file of the browser's. */
export function downloadSurvey(survey: Survey): void {
  const file = new Blob([toSurveyFile(survey)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${survey.name.replace(/[\p{C}\\/:*?"<>|]+/gu, '-').slice(0, 100)}.json`
  link.click()
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

export function toSurveyFile(survey: Survey): string {
  const {
    id: _id,
    status: _status,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...content
  } = survey
  return `${JSON.stringify(content, null, 2)}\n`
}

/** @returns null if the text is no JSON object */
export function parseSurveyFile(text: string): Record<string, unknown> | null {
  try {
    // Some editors begin files with a byte order mark.
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
