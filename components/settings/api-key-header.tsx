import type { ApiKey } from '@/server/api-keys/schema'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { DefinitionList } from '../ui/content/definition-list'
import { Card } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { ApiKeyActions as ApiKeyMenu } from './api-key-actions'
import { ApiKeyBadge } from './api-key-badge'
import { DetailHeader } from './detail-header'
import { EditApiKeyDialog } from './edit-api-key-dialog'
import { RotateApiKeyDialog } from './rotate-api-key-dialog'

export async function ApiKeyHeader({ apiKey }: { apiKey: ApiKey }) {
  const t = await getT('settings')
  const { name, scopes, expiresAt, createdAt, createdBy, subscriptions } = apiKey
  const created = <Time value={createdAt} as="datetime" />
  return (
    <>
      <DetailHeader
        back={{ href: '/settings/api-keys', label: t('apiKeys.back') }}
        title={name}
        badge={<ApiKeyBadge apiKey={apiKey} />}
        actions={
          <>
            <EditApiKeyDialog apiKey={apiKey} />
            <RotateApiKeyDialog apiKey={apiKey} />
            <ApiKeyMenu apiKey={apiKey} isOwnPage />
          </>
        }
      />
      <Card>
        <DefinitionList
          items={[
            {
              label: t('apiKeys.scopes'),
              value: (
                <span className="flex flex-wrap gap-1.5">
                  {scopes.map((scope) => (
                    <Badge key={scope}>{scope}</Badge>
                  ))}
                </span>
              ),
            },
            {
              label: t('apiKeys.expires'),
              value: expiresAt === null ? t('apiKeys.never') : <Time value={expiresAt} as="datetime" />,
            },
            {
              label: t('apiKeys.createdOn'),
              value:
                createdBy === null ? (
                  created
                ) : (
                  <>{t.rich('apiKeys.createdWhen', { name: createdBy, date: () => created })}</>
                ),
            },
            {
              label: t('apiKeys.subscriptions'),
              value: t('apiKeys.subscriptionsCount', { count: subscriptions }),
            },
          ]}
        />
      </Card>
    </>
  )
}
