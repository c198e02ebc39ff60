import type { UserSession } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Time } from '../ui/content/time'
import { Cell, HeaderCell, Row, StackedCell, Table } from '../ui/lists/table'
import { EndSessionButton } from './end-sessions'

export async function SessionTable({ sessions }: { sessions: readonly UserSession[] }) {
  const t = await getT('profile')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('sessions.columns.browser')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('sessions.columns.address')}</HeaderCell>
          <HeaderCell>{t('sessions.columns.lastSeen')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('sessions.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, isCurrent, browser, organization, address, lastSeenAt }) => (
          <Row key={id}>
            <Cell className="max-md:w-full max-md:max-w-0">
              <StackedCell
                first={<span className="font-medium">{browser ?? t('sessions.unknown')}</span>}
                second={organization}
              />
            </Cell>
            <Cell className="font-mono text-12 whitespace-nowrap text-ink-soft max-md:hidden">{address}</Cell>
            <Cell className="whitespace-nowrap text-ink-soft">
              <Time value={lastSeenAt} />
            </Cell>
            <Cell align="right">
              {isCurrent ? <Badge tone="accent">{t('sessions.current')}</Badge> : <EndSessionButton id={id} />}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
