import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { ShownAddress } from '@/components/sequences/trigger/shown-address'
import { TriggerAddressActions } from '@/components/sequences/trigger/trigger-address-actions'
import { TriggerFacts } from '@/components/sequences/trigger/trigger-facts'
import { TriggerForm } from '@/components/sequences/trigger/trigger-form'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Callout } from '@/components/ui/content/callout'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Card } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

const SAMPLES_SHOWN = 20

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('trigger'), params, getPageCaller()])
  return { title: `${t('title')} · ${(await orNotFound(caller.sequences.get({ id }))).data.name}` }
}

export default async function TriggerPage({ params, searchParams }: Props) {
  const [t, { id }, query, locale, caller] = await Promise.all([
    getT('trigger'),
    params,
    searchParams,
    getLocale(),
    getPageCaller(),
  ])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const { data: address } = await caller.triggerAddresses.get({ sequenceId: id })
  if (!address) notFound()
  const [{ data: requests }, { data: properties }] = await Promise.all([
    caller.triggerAddresses.requests({ sequenceId: id, page: 1, limit: SAMPLES_SHOWN }),
    caller.contactProperties.list({}),
  ])
  const withBody = requests.filter(({ hasBody }) => hasBody)
  const sampleId = readTextParam(query, 'sample') ?? withBody[0]?.id
  const sample =
    sampleId === undefined
      ? null
      : (await orNotFound(caller.triggerAddresses.request({ sequenceId: id, id: sampleId }))).data
  const samples = sample && !withBody.some((request) => request.id === sample.id) ? [sample, ...withBody] : withBody
  return (
    <Page width="narrow">
      <ClientMessages namespaces={['trigger']}>
        <PageHeader
          title={t('title')}
          description={t('sentence')}
          back={{ href: `/sequences/${id}/entry`, label: sequence.name }}
          actions={
            <>
              <Button asChild>
                <Link href={`/sequences/${id}/entry/trigger/requests`}>{t('log')}</Link>
              </Button>
              <TriggerAddressActions address={address} />
            </>
          }
        />
        {address.isActive && sequence.status !== 'active' && <Callout tone="neutral">{t('sequenceInactive')}</Callout>}
        {!address.isActive && <Callout>{t('offSentence')}</Callout>}
        <Card>
          <TriggerFacts address={address} shown={<ShownAddress sequenceId={id} />} />
        </Card>
        <TriggerForm
          address={address}
          requests={samples.map((request) => ({ id: request.id, createdAt: request.createdAt }))}
          sample={sample && { id: sample.id, leaves: sample.leaves }}
          properties={properties.map(({ key, label }) => ({ key, label: label[locale] }))}
          waiting={<WaitingForSample />}
        />
      </ClientMessages>
    </Page>
  )
}

const CURL_EXAMPLE = [
  "curl 'https://…/t/…' \\",
  "  -H 'Content-Type: application/json' \\",
  `  -d '{"email":"ada@example.com","name":"Ada Lovelace","order":"A-1001"}'`,
].join('\n')

async function WaitingForSample() {
  const t = await getT('trigger')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AutoRefresh />
      <Callout title={t('sample.waiting')}>{t('sample.waitingBody')}</Callout>
      <CodeBlock title={t('sample.example')} code={CURL_EXAMPLE} />
    </div>
  )
}
