import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ApiKeyHeader } from '@/components/settings/api-key-header'
import { ApiKeyRequests } from '@/components/settings/api-key-requests'
import { ApiKeySecrets } from '@/components/settings/api-key-secrets'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { ListApiRequests, StatusClass } from '@/server/api-keys/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('settings'), params, getPageCaller('admin')])
  const { data: apiKey } = await orNotFound(caller.apiKeys.get({ id }))
  return { title: `${apiKey.name} · ${t('apiKeys.title')}` }
}

export default async function ApiKeyPage({ params, searchParams }: Props) {
  const [{ id }, query, caller] = await Promise.all([params, searchParams, getPageCaller('admin')])
  const outcome = StatusClass.options.find((option) => option === readTextParam(query, 'status'))
  const after = ListApiRequests.shape.after.safeParse(readTextParam(query, 'page')).data
  const [{ data: apiKey }, { data: requests }] = await orNotFound(
    Promise.all([
      caller.apiKeys.get({ id }),
      caller.apiKeys.requests({
        id,
        ...(outcome === undefined ? {} : { outcome }),
        ...(after === undefined ? {} : { after }),
      }),
    ]),
  )
  return (
    <ClientMessages namespaces={['settings']}>
      <ApiKeyHeader apiKey={apiKey} />
      <ApiKeySecrets apiKey={apiKey} />
      <ApiKeyRequests path={`/settings/api-keys/${apiKey.id}`} params={query} requests={requests} outcome={outcome} />
    </ClientMessages>
  )
}
