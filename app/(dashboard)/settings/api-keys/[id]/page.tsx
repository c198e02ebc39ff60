import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { KeyHead } from '@/components/settings/api-key-header'
import { KeyRequests } from '@/components/settings/api-key-requests'
import { KeySecrets } from '@/components/settings/api-key-secrets'
import { type SearchParams, textParam } from '@/components/ui/search-params'
import { api, found } from '@/server/api/session/page-caller'
import { ListApiRequests, RequestOutcome } from '@/server/api-keys/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('settings'), params, api('admin')])
  const { data: apiKey } = await found(caller.apiKeys.get({ id }))
  return { title: `${apiKey.name} · ${t('apiKeys.title')}` }
}

export default async function ApiKeyPage({ params, searchParams }: Props) {
  const [{ id }, query, caller] = await Promise.all([params, searchParams, api('admin')])
  const outcome = RequestOutcome.options.find((option) => option === textParam(query, 'status'))
  const after = ListApiRequests.shape.after.safeParse(textParam(query, 'page')).data
  const [{ data: apiKey }, { data: requests }] = await found(
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
      <KeyHead apiKey={apiKey} />
      <KeySecrets apiKey={apiKey} />
      <KeyRequests path={`/settings/api-keys/${apiKey.id}`} params={query} requests={requests} outcome={outcome} />
    </ClientMessages>
  )
}
