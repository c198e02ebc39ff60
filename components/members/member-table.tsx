import { ShieldCheck } from 'lucide-react'
import type { ApiKey } from '@/server/api-keys/schema'
import type { Member } from '@/server/members/schema'
import { getT } from '../i18n/server'
import { Avatar } from '../ui/content/avatar'
import { Badge } from '../ui/content/badge'
import { Time } from '../ui/content/time'
import { Cell, HeaderCell, Row, StackedCell, Table } from '../ui/lists/table'
import { MemberActions, type MemberViewer } from './member-actions'

export type MemberTableProps = {
  members: readonly Member[]
  /** All API keys; empty for members, who may not read them. */
  apiKeys: readonly ApiKey[]
  viewer: MemberViewer
  organization: string
}

export async function MemberTable({ members, apiKeys, viewer, organization }: MemberTableProps) {
  const t = await getT('members')
  const isAdministrator = viewer.role !== 'member'
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('columns.name')}</HeaderCell>
          <HeaderCell>{t('columns.role')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('columns.joined')}</HeaderCell>
          {isAdministrator && <HeaderCell className="max-md:hidden">{t('columns.lastSeen')}</HeaderCell>}
          <HeaderCell>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.userId}>
            <Cell className="max-md:w-full max-md:max-w-0">
              <div className="flex items-center gap-3">
                <span className="max-sm:hidden">
                  <Avatar name={member.name} />
                </span>
                <StackedCell
                  first={
                    <span className="font-medium">
                      {member.name}
                      {member.hasSecondFactor && (
                        <span
                          title={t('secondFactor.has')}
                          className="ml-1.5 inline-block align-[-2px] text-positive-text"
                        >
                          <ShieldCheck size={14} aria-hidden />
                          <span className="sr-only">{t('secondFactor.has')}</span>
                        </span>
                      )}
                      {member.userId === viewer.id && <span className="font-normal text-ink-faint"> ({t('you')})</span>}
                    </span>
                  }
                  second={member.email}
                />
              </div>
            </Cell>
            <Cell className="whitespace-nowrap">
              <Badge tone={member.role === 'member' ? 'quiet' : 'accent'}>{t(`role.${member.role}`)}</Badge>
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
              <Time value={member.joinedAt} as="date" />
            </Cell>
            {isAdministrator && (
              <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
                {member.lastSeenAt === null ? t('never') : <Time value={member.lastSeenAt} />}
              </Cell>
            )}
            <Cell align="right">
              {hasActions(member, viewer) && (
                <MemberActions
                  member={member}
                  knownApiKeys={listKnownKeys(member, apiKeys)}
                  viewer={viewer}
                  organization={organization}
                />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** Owners change only by a transfer; non-owners may leave; owners and admins edit others. */
function hasActions(member: Member, reader: MemberViewer): boolean {
  if (member.role === 'owner') return false
  return member.userId === reader.id || reader.role !== 'member'
}

function listKnownKeys({ userId }: Member, keys: readonly ApiKey[]): { id: string; name: string }[] {
  return keys.filter((key) => key.isActive && key.knownTo.includes(userId)).map(({ id, name }) => ({ id, name }))
}
