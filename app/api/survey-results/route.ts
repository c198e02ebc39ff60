import { handleSurveyResultsExport } from '@/server/api/downloads/survey-results-export'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleSurveyResultsExport })
