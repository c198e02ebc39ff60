import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ReasonText } from '@/components/sequences/reason-text'
import { SendingActions } from '@/components/sequences/sending-actions/sending-actions'
import { SendingStatusBadge } from '@/components/sequences/sending-status-badge'
import { SendingTimeline } from '@/components/sequences/sending-timeline'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Callout } from '@/components/ui/content/callout'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { CopyButton } from '@/components/ui/controls/copy-button'
import { Link } from '@/components/ui/controls/link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ sendingId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { sendingId: id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  const { data: sending } = await orNotFound(caller.sequences.getSending({ id }))
  const title = t('sending.title', { name: sending.contactName ?? t('people.deletedContact') })
  return { title: [title, sending.sequence?.name, t('title')].filter(Boolean).join(' · ') }
}

export default async function SendingPage({ params }: Props) {
  const [t, { sendingId: id }, caller] = await Promise.all([getT('sequences'), params, getPageCaller()])
  const { data: sending } = await orNotFound(caller.sequences.getSending({ id }))
  const { sequence, contactName, pausedAt } = sending
  const name = contactName ?? t('people.deletedContact')
  const isPaused = sending.endedAt === null && sequence !== null && sequence.status !== 'active'
  return (
    <Page width="medium">
      {sending.status === 'queued' && sending.pausedAt === null && <AutoRefresh key={JSON.stringify(sending.steps)} />}
      <PageHeader
        title={t('sending.title', { name })}
        badge={<SendingStatusBadge sending={sending} />}
        back={
          sequence
            ? { href: `/sequences/${sequence.id}/sendings`, label: t('sending.back', { name: sequence.name }) }
            : { href: '/sequences', label: t('title') }
        }
        actions={
          sending.endedAt === null && (
            <ClientMessages namespaces={['sequences']}>
              <SendingActions sending={sending} name={name} />
            </ClientMessages>
          )
        }
      />
      <ClientMessages namespaces={['sequences']}>
        {sending.reason && (
          <Callout tone="neutral">
            <ReasonText reason={sending.reason} />
          </Callout>
        )}
        {isPaused && <Callout>{t('people.waits')}</Callout>}
        {pausedAt && (
          <Callout>
            {t.rich('sendingActions.pausedCallout', { time: () => <Time value={pausedAt} as="datetime" /> })}
          </Callout>
        )}
        <Section title={t('sending.timeline')} frame="card">
          <SendingTimeline steps={sending.steps} />
        </Section>
      </ClientMessages>
      <Section title={t('sending.details')}>
        <DefinitionList
          items={[
            {
              label: t('sending.contact'),
              value: contactName ? (
                <Link href={`/contacts/${sending.contactId}`} className="text-accent-text underline underline-offset-2">
                  {contactName}
                </Link>
              ) : (
                t('people.deletedContact')
              ),
            },
            { label: t('sending.email'), value: sending.email === '' ? null : sending.email },
            { label: t('sending.sequence'), value: sequence?.name ?? t('sending.singleSurvey') },
            { label: t('sending.location'), value: sending.locationName },
            { label: t('sending.employee'), value: sending.employeeName },
            { label: t('sending.enrolled'), value: <Time value={sending.createdAt} as="datetime" /> },
            {
              label: t('sending.ended'),
              value: sending.endedAt ? <Time value={sending.endedAt} as="datetime" /> : null,
            },
            {
              label: t('sending.id'),
              value: (
                <span className="flex flex-wrap items-center gap-1.5">
                  <span className="font-mono text-13 break-all">{sending.id}</span>
                  <CopyButton text={sending.id} />
                </span>
              ),
            },
          ]}
        />
      </Section>
    </Page>
  )
}
