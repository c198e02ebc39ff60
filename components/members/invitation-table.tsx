import type { Invitation } from '@/server/members/schema'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Time } from '../ui/content/time'
import { Cell, HeaderCell, Row, StackedCell, Table } from '../ui/lists/table'
import { InvitationActions } from './invitation-actions'

const TONE = { waiting: 'quiet', sent: 'positive', kept: 'neutral', failed: 'negative' } as const

export async function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const t = await getT('members')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('invitations.columns.email')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('invitations.columns.role')}</HeaderCell>
          <HeaderCell>{t('invitations.columns.mail')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('invitations.columns.expires')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('invitations.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <Row key={invitation.id}>
            <Cell className="max-md:w-full max-md:max-w-0">
              <StackedCell
                first={<span className="font-medium">{invitation.email}</span>}
                second={
                  invitation.invitedBy === null
                    ? t(`role.${invitation.role}`)
                    : t('invitations.invitedBy', { name: invitation.invitedBy })
                }
              />
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">{t(`role.${invitation.role}`)}</Cell>
            <Cell className="whitespace-nowrap">
              <Badge tone={TONE[invitation.mail]}>{t(`invitations.mail.${invitation.mail}`)}</Badge>
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
              {invitation.isExpired ? (
                <Badge tone="quiet">{t('invitations.expired')}</Badge>
              ) : (
                <Time value={invitation.expiresAt} as="date" />
              )}
            </Cell>
            <Cell align="right">
              <InvitationActions id={invitation.id} email={invitation.email} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
