import type { Metadata } from 'next'
import { PropertyPlaceholdersProvider } from '@/components/contact-properties/property-placeholders'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { sumSendingCounts } from '@/components/sequences/sending-counts'
import { getSequenceCurlExample } from '@/components/sequences/sequence-curl-example'
import { SequenceForm } from '@/components/sequences/sequence-form'
import { SequenceHeader } from '@/components/sequences/sequence-header'
import { toSurveyChoices } from '@/components/sequences/to-survey-choices'
import { Callout } from '@/components/ui/content/callout'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Page } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

const RUN_MESSAGE = {
  active: 'runSentence',
  paused: 'runPaused',
  draft: 'runInactive',
  archived: 'runArchived',
} as const

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.sequences.get({ id }))).data.name} · ${t('title')}` }
}

export default async function SequencePage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const [{ data: counts }, { data: warnings }, { data: surveys }, { data: account }, { data: language }, properties] =
    await Promise.all([
      caller.sequences.countSendings({ sequenceIds: [id] }),
      caller.sequences.warnings({ id }),
      caller.surveys.list({ status: 'active', page: 1, limit: 100 }),
      caller.account.get(),
      caller.surveys.defaultLanguage(),
      caller.contactProperties.list({}),
    ])
  const inProgress = sumSendingCounts(counts, 'queued', 'running')
  return (
    <Page>
      <SequenceHeader sequence={sequence} counts={counts} warnings={warnings} />
      <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-6">
        {inProgress > 0 && <Callout>{t('editNote', { count: inProgress })}</Callout>}
        <ClientMessages namespaces={['sequences', 'preview', 'properties', 'stepConditions', 'sequenceRules']}>
          <PropertyPlaceholdersProvider properties={properties.data}>
            <SequenceForm
              sequence={sequence}
              surveys={toSurveyChoices(surveys, sequence)}
              language={language}
              mayEditWebhooks={account.user.role !== 'member'}
            />
          </PropertyPlaceholdersProvider>
        </ClientMessages>
        <Section title={t('run')} description={t(RUN_MESSAGE[sequence.status])}>
          <CodeBlock title="curl" code={getSequenceCurlExample(account.baseUrl, id)} />
        </Section>
      </div>
    </Page>
  )
}
