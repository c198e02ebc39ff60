import type { ApiKey } from '@/server/api-keys/schema'
import { getT } from '../i18n/server'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { Cell, HeaderCell, Row, StackedCell, Table } from '../ui/lists/table'
import { ApiKeyActions } from './api-key-actions'
import { ApiKeyBadge } from './api-key-badge'

export async function ApiKeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const t = await getT('settings')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('apiKeys.columns.name')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('apiKeys.columns.scopes')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('apiKeys.columns.lastUsed')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('apiKeys.columns.expires')}</HeaderCell>
          <HeaderCell>{t('apiKeys.columns.state')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('apiKeys.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell className="max-md:max-w-0 md:min-w-[200px] max-md:w-full">
              <StackedCell
                first={<TextLink href={`/settings/api-keys/${key.id}`}>{key.name}</TextLink>}
                second={
                  <>
                    <span className="font-mono text-12">{key.hint}</span>
                    {key.createdBy !== null && ` · ${key.createdBy}`}
                  </>
                }
              />
            </Cell>
            <Cell className="max-w-[240px] min-w-[140px] text-13 text-ink-soft max-md:hidden">
              {key.scopes.join(', ')}
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
              {key.lastUsedAt === null ? t('apiKeys.never') : <Time value={key.lastUsedAt} />}
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
              {key.expiresAt === null ? t('apiKeys.never') : <Time value={key.expiresAt} as="date" />}
            </Cell>
            <Cell>
              <ApiKeyBadge apiKey={key} />
            </Cell>
            <Cell align="right">
              <ApiKeyActions apiKey={key} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
