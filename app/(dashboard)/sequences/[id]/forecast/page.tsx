import { Telescope } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ForecastChoice } from '@/components/sequences/forecast/forecast-choice'
import { ForecastJourney } from '@/components/sequences/forecast/forecast-journey'
import { ForecastSteps } from '@/components/sequences/forecast/forecast-steps'
import { SequenceHeader } from '@/components/sequences/sequence-header'
import { CopySequenceSection } from '@/components/test-organization/copy-sequence-section'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound, requireMemberAccount } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, title, { id }, caller] = await Promise.all([getT('forecast'), getT('sequences'), params, getPageCaller()])
  const { data } = await orNotFound(caller.sequences.get({ id }))
  return { title: `${t('tab')} · ${data.name} · ${title('title')}` }
}

export default async function ForecastPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('forecast'), params, searchParams, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const [{ data: counts }, { data: warnings }, { data: segments }, { data: counterpart }, { data: account }] =
    await Promise.all([
      caller.sequences.countSendings({ sequenceIds: [id] }),
      caller.sequences.warnings({ id }),
      caller.segments.names(),
      caller.testOrganizations.counterpart(),
      requireMemberAccount(caller.account.get()),
    ])
  const segmentId = segments.find((segment) => segment.id === readTextParam(query, 'segment'))?.id
  const contact = await findContact(readTextParam(query, 'contact'))
  return (
    <Page width="medium">
      <SequenceHeader sequence={sequence} counts={counts} warnings={warnings} />
      <ClientMessages namespaces={['forecast', 'sequences']}>
        <Section title={t('title')} description={t('sentence')}>
          <ForecastChoice segments={segments} segmentId={segmentId ?? ''} contact={contact} />
        </Section>
        {contact ? (
          <Journey sequenceId={id} contact={contact} />
        ) : (
          <Outlook sequenceId={id} {...(segmentId === undefined ? {} : { segmentId })} />
        )}
      </ClientMessages>
      <CopySequenceSection
        sequenceId={id}
        counterpart={counterpart}
        mayCreate={account.user.role !== 'member' && !account.organization.isTest}
      />
    </Page>
  )
}

type Contact = { value: string; label: string }

async function findContact(id: string | undefined): Promise<Contact | null> {
  if (id === undefined) return null
  const caller = await getPageCaller()
  const { data } = await orNotFound(caller.contacts.get({ id }))
  const name = [data.firstName, data.lastName].filter(Boolean).join(' ')
  return { value: id, label: name || data.email }
}

async function Journey({ sequenceId: id, contact }: { sequenceId: string; contact: Contact }) {
  const [t, caller] = await Promise.all([getT('forecast'), getPageCaller()])
  const { data: outlook } = await orNotFound(caller.sequences.forecastJourney({ id, contactId: contact.value }))
  return (
    <Section
      title={t('journeyTitle', { name: contact.label })}
      description={t('journeySentence')}
      action={<TextLink href={`/sequences/${id}/forecast`}>{t('showSegment')}</TextLink>}
    >
      {outlook.events.length === 0 && outlook.end === null ? (
        <p className="text-14 text-ink-soft">{t('noSteps')}</p>
      ) : (
        <ForecastJourney outlook={outlook} />
      )}
    </Section>
  )
}

async function Outlook({ sequenceId: id, segmentId }: { sequenceId: string; segmentId?: string }) {
  const [t, caller] = await Promise.all([getT('forecast'), getPageCaller()])
  const { data: outlook } = await orNotFound(
    caller.sequences.forecast({ id, ...(segmentId === undefined ? {} : { segmentId }) }),
  )
  if (outlook.people > 0 && outlook.steps.length > 0) return <ForecastSteps outlook={outlook} />
  return (
    <EmptyState icon={Telescope} title={t('people', { count: 0 })}>
      {outlook.steps.length === 0 ? t('noSteps') : t('none')}
    </EmptyState>
  )
}
