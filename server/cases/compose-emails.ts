import { type Tx } from '../db'
import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { reasonFor } from '../messaging/outcome/reasons'
import { plainName } from '../messaging/templates/sanitize-name'
import { renderNotice } from '../messaging/templates/simple-email'
import type { Compose, Composed, SystemEmailRow } from '../system-emails/composer-types'
import { UNRESOLVED } from './case-filters'
import { listDueCases } from './queries'

/*
 * Case emails to assignees. They name no contact: the name would outlive the contact in mailboxes and in the Outbox.
 */

const CASES_URL = `${env.baseUrl}/responses?assignee=me&case=unresolved`

export const composeCaseAssigned: Compose = async (tx, row) => {
  const assignee = await loadAssignee(tx, row)
  if (!assignee) return { reason: reasonFor('obsolete') }
  const { count = '1', by: actorName = '' } = row.values as Record<string, string>
  if (Number(count) > 1)
    return composeEmail('caseAssigned', assignee, { count: Number(count), actorName, singleCase: null })
  const singleCase = await loadSingleCase(tx, row)
  return singleCase
    ? composeEmail('caseAssigned', assignee, { count: 1, actorName, singleCase })
    : { reason: reasonFor('obsolete') }
}

export const composeCaseDue: Compose = async (tx, row) => {
  const assignee = await loadAssignee(tx, row)
  const due = row.organizationId && row.userId ? await listDueCases(tx, row.organizationId, row.userId) : []
  const [first] = due
  if (!assignee || first === undefined) return { reason: reasonFor('obsolete') }
  const singleCase = due.length === 1 ? await loadSingleCase(tx, { ...row, subjectId: first }) : null
  return composeEmail('caseDue', assignee, { count: due.length, actorName: '', singleCase })
}

type Assignee = { name: string; address: string; language: Language; organization: string }

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
    address: user.email,
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
    where: { organizationId, id: subjectId, assigneeId: userId, ...UNRESOLVED },
    select: { id: true, dueOn: true, survey: { select: { name: true } } },
  })
  return row && { id: row.id, survey: row.survey.name, dueOn: row.dueOn }
}

type EmailContent = { count: number; actorName: string; singleCase: SingleCase | null }

function composeEmail(
  kind: 'caseAssigned' | 'caseDue',
  assignee: Assignee,
  { count, actorName, singleCase }: EmailContent,
): Composed {
  const { language, organization } = assignee
  const t = translator(language, 'email')
  const name = plainName(assignee.name)
  const day = singleCase?.dueOn
    ? new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(singleCase.dueOn)
    : 'none'
  const values = { count, by: plainName(actorName) || 'nobody', survey: singleCase?.survey ?? '', organization, day }
  return {
    to: { name: assignee.name, address: assignee.address },
    rendered: renderNotice({
      language,
      from: translator(language, 'common')('product'),
      subject: t(`${kind}.subject`, values),
      paragraphs: [name === '' ? t('greetingNameless') : t('greeting', { name }), t(`${kind}.why`, values)],
      button: {
        label: t(`${kind}.open`, values),
        url: singleCase ? `${env.baseUrl}/responses/${singleCase.id}` : CASES_URL,
      },
      foot: t(`${kind}.footer`, { organization }),
    }),
  }
}
