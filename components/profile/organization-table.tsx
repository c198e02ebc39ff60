import type { Account } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { SwitchToOrganizationButton } from './blocking-page-buttons'

type OrganizationTableProps = { organizations: Account['organizations']; currentId: string }

export async function OrganizationTable({ organizations, currentId }: OrganizationTableProps) {
  const [t, members] = await Promise.all([getT('profile'), getT('members')])
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('organizations.columns.name')}</HeaderCell>
          <HeaderCell>{t('organizations.columns.role')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('organizations.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {organizations.map(({ id, name, role }) => (
          <Row key={id}>
            <Cell className="font-medium max-md:w-full max-md:max-w-0 max-md:truncate">{name}</Cell>
            <Cell className="whitespace-nowrap text-ink-soft">{members(`role.${role}`)}</Cell>
            <Cell align="right">
              {id === currentId ? (
                <Badge tone="accent">{t('organizations.current')}</Badge>
              ) : (
                <SwitchToOrganizationButton organizationId={id} name={name} />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
