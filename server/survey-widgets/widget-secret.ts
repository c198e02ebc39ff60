import { randomBytes } from 'node:crypto'
import { audit } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { decryptSecret, encryptSecret } from '../encryption'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import { lockWidget } from './lock-widget'
import type { SurveyWidgetReference } from './schema'

/* The key with which the server of a web site signs who a visitor is. */

const SECRET_BYTES = 32
/** Tokens are valid for a day at most, so one that was signed before a rotation stays valid. */
const ROTATION_OVERLAP_MS = DAY_MS

export function encryptNewSecret(widgetId: string): string {
  return encryptSecret('survey-widget-secret', randomBytes(SECRET_BYTES).toString('base64url'), widgetId)
}

/** @throws {NotFound} */
export async function revealWidgetSecret(
  organizationId: string,
  { id: surveyId, widgetId }: SurveyWidgetReference,
): Promise<{ secret: string }> {
  const where = { organizationId, id: widgetId, link: { surveyId } }
  const row = await db.surveyWidget.findFirst({ where, include: { link: { select: { name: true } } } })
  if (!row) throw new NotFound('surveyWidget')
  await transact(() => auditWidget(organizationId, 'survey_widget.secret_shown', row))
  return { secret: decryptSecret('survey-widget-secret', row.secretEncrypted, widgetId) }
}

/** The previous secret stays valid for a day. One from an earlier rotation ends now. @throws {NotFound} */
export async function rotateWidgetSecret(
  organizationId: string,
  reference: SurveyWidgetReference,
): Promise<{ secret: string }> {
  const { widgetId } = reference
  const secretEncrypted = encryptNewSecret(widgetId)
  await transact(async ({ tx }) => {
    const row = await lockWidget(tx, organizationId, reference)
    const data = {
      secretEncrypted,
      previousSecretEncrypted: row.secretEncrypted,
      previousSecretUntil: new Date(now().getTime() + ROTATION_OVERLAP_MS),
    }
    await tx.surveyWidget.update({ where: { id: widgetId, organizationId }, data, select: { id: true } })
    await auditWidget(organizationId, 'survey_widget.secret_rotated', row)
  })
  return { secret: decryptSecret('survey-widget-secret', secretEncrypted, widgetId) }
}

type AuditedWidget = { id: string; link: { name: string } }

function auditWidget(
  organizationId: string,
  action: 'survey_widget.secret_shown' | 'survey_widget.secret_rotated',
  { id, link: { name } }: AuditedWidget,
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'surveyWidget', id, name } })
}
