import { z } from 'zod'
import type { WrittenTable } from '../../imports/files/table-writer'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { LINKS_PER_SURVEY_MAX } from '../../survey-links/constants'
import type { SurveyLink } from '../../survey-links/schema'
import { listSurveyLinks } from '../../survey-links/survey-links'
import { Id } from '../../validation/schema'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamCsv } from './file-response'

/**
 * GET /api/survey-links?survey=<id>: the addresses of a survey's links as CSV, for a printer or a mail merge.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {NotFound} @throws {RateLimitExceeded}
 */
export async function handleSurveyLinksExport(request: Request): Promise<Response> {
  const { organizationId } = await authorizeDownload(request, 'surveys:read')
  const { survey } = z.object({ survey: Id }).parse(Object.fromEntries(new URL(request.url).searchParams))
  const { data } = await listSurveyLinks(organizationId, { id: survey, page: 1, limit: LINKS_PER_SURVEY_MAX })
  const locale = negotiateRequestLocale(request.headers)
  return createFileResponse(organizationId, 'survey-links', 'csv', async () =>
    streamCsv(locale, () => toTable(data, locale)),
  )
}

function toTable(links: readonly SurveyLink[], locale: Locale): WrittenTable {
  const t = getTranslator(locale, 'sharing')
  const columns = [t('columns.name'), t('fields.placement'), t('columns.address'), t('columns.answers')]
  async function* rows() {
    for (const { name, placement, url, answers } of links) yield [name, placement, url, answers]
  }
  return { columns, rows: rows() }
}
