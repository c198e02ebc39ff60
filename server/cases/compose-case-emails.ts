import type { Tx } from '../db'
import { env } from '../env'
import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { ComposedEmail, EmailComposer, SystemEmailRow } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { UNRESOLVED_CASE_WHERE } from './case-filters'
import { listDueCaseIdsOfAssignee } from './queries'

/*
 * Case emails to assignees. They name no contact: the name would outlive the contact in mailboxes and in the Outbox.
 */

const CASES_URL = `${env.baseUrl}/responses?assignee=me&case=unresolved`

export const composeCaseAssignedEmail: EmailComposer = async (tx, row) => {
  const assignee = await loadAssignee(tx, row)
  if (!assignee) return { reason: makeReason('obsolete') }
  const { count: countText = '1', by: actorName = '' } = row.values as Record<string, string>
  const count = Number(countText)
  const singleCase = count > 1 ? null : await loadSingleCase(tx, row)
  if (count <= 1 && !singleCase) return { reason: makeReason('obsolete') }
  return composeEmail('caseAssigned', assignee, { count, actorName, singleCase })
}

export const composeCaseDueEmail: EmailComposer = async (tx, row) => {
  const assignee = await loadAssignee(tx, row)
  const due = row.organizationId && row.userId ? await listDueCaseIdsOfAssignee(tx, row.organizationId, row.userId) : []
  const [first] = due
  if (!assignee || first === undefined) return { reason: makeReason('obsolete') }
  const singleCase = due.length === 1 ? await loadSingleCase(tx, { ...row, subjectId: first }) : null
  return composeEmail('caseDue', assignee, { count: due.length, actorName: '', singleCase })
}

type Assignee = { name: string; email: string; language: Language; organization: string }

async function loadAssignee(tx: Tx, { organizationId, userId }: SystemEmailRow): Promise<Assignee | null> {
  if (organizationId === null || userId === null) return null
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: {
      user: { select: { name: true, email: true, language: true } },
      organization: { select: { name: true } },
    },
  })
  if (!membership) return null
  const { user, organization } = membership
  return {
    name: user.name,
    email: user.email,
    language: Language.catch('en').parse(user.language),
    organization: organization.name,
  }
}

type SingleCase = { id: string; survey: string; dueOn: Date | null }

async function loadSingleCase(
  tx: Tx,
  { organizationId, userId, subjectId }: SystemEmailRow,
): Promise<SingleCase | null> {
  if (organizationId === null || subjectId === null) return null
  const row = await tx.response.findFirst({
    where: { organizationId, id: subjectId, assigneeId: userId, ...UNRESOLVED_CASE_WHERE },
    select: { id: true, dueOn: true, survey: { select: { name: true } } },
  })
  return row && { id: row.id, survey: row.survey.name, dueOn: row.dueOn }
}

function composeEmail(
  kind: 'caseAssigned' | 'caseDue',
  assignee: Assignee,
  { count, actorName, singleCase }: { count: number; actorName: string; singleCase: SingleCase | null },
): ComposedEmail {
  const { language, organization } = assignee
  const t = getTranslator(language, 'email')
  const name = sanitizeName(assignee.name)
  const day = singleCase?.dueOn
    ? new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(singleCase.dueOn)
    : 'none'
  const values = { count, by: sanitizeName(actorName) || 'none', survey: singleCase?.survey ?? '', organization, day }
  return {
    to: { name: assignee.name, address: assignee.email },
    rendered: renderSimpleEmail({
      language,
      from: getTranslator(language, 'common')('product'),
      subject: t(`${kind}.subject`, values),
      paragraphs: [name === '' ? t('greetingNameless') : t('greeting', { name }), t(`${kind}.why`, values)],
      button: {
        label: t(`${kind}.open`, values),
        url: singleCase ? `${env.baseUrl}/responses/${singleCase.id}` : CASES_URL,
      },
      footer: t(`${kind}.footer`, { organization }),
    }),
  }
}
