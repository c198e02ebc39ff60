import type { SurveyLink, SurveyWidget } from '@/prisma/generated/client'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { lockRow } from '../locks'
import type { SurveyWidgetReference } from './schema'

/** Locks the link of a widget, and with it the widget. @throws {NotFound} */
export async function lockWidget(
  tx: Tx,
  organizationId: string,
  { id: surveyId, widgetId }: SurveyWidgetReference,
): Promise<SurveyWidget & { link: SurveyLink }> {
  await lockRow(tx, 'survey_link', organizationId, widgetId)
  const where = { organizationId, id: widgetId, link: { surveyId } }
  const row = await tx.surveyWidget.findFirst({ where, include: { link: true } })
  if (!row) throw new NotFound('surveyWidget')
  return row
}
