import type { Metadata } from 'next'
import type { ComponentProps } from 'react'
import { DryRunCounts } from '@/components/contact-imports/dry-run-counts'
import { CancelImportButton, DiscardImportButton, StartImportButton } from '@/components/contact-imports/import-buttons'
import { ImportPreviewTable } from '@/components/contact-imports/import-preview-table'
import { ImportResult } from '@/components/contact-imports/import-result'
import { ImportSettingsEditor } from '@/components/contact-imports/import-settings-editor'
import { ImportSettingsSource } from '@/components/contact-imports/import-settings-source'
import { MonthlyResponseComparison } from '@/components/contact-imports/monthly-response-comparison'
import { ResumeUploadForm } from '@/components/contact-imports/resume-upload-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Callout } from '@/components/ui/content/callout'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Progress } from '@/components/ui/content/progress'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type ContactImport = ComponentProps<typeof ImportResult>['contactImport']

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('imports'), params, getPageCaller()])
  const { data } = await orNotFound(caller.contactImports.get({ id }))
  return { title: `${data.fileName ?? t('choose.pasted')} · ${t('title')}` }
}

export default async function ContactImportPage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('imports'), params, getPageCaller()])
  const { data: contactImport } = await orNotFound(caller.contactImports.get({ id }))
  const { status, fileName, undo, processed, startedAt } = contactImport
  const isPrepared = status === 'checking' || status === 'ready'
  const isInMotion = status === 'reading' || status === 'checking' || status === 'running' || undo.state === 'running'
  return (
    <Page width="medium">
      <PageHeader
        title={fileName ?? t('choose.pasted')}
        description={isPrepared ? t('sentence') : undefined}
        back={{ href: '/contacts/import', label: t('title') }}
        actions={
          <ClientMessages namespaces={['imports']}>
            {startedAt === null && <DiscardImportButton id={id} />}
            {status === 'running' && <CancelImportButton id={id} />}
          </ClientMessages>
        }
      />
      {isInMotion && <AutoRefresh key={`${status} ${processed} ${JSON.stringify(undo)}`} />}
      <ClientMessages namespaces={['imports']}>
        <ImportState contactImport={contactImport} />
      </ClientMessages>
    </Page>
  )
}

async function ImportState({ contactImport }: { contactImport: ContactImport }) {
  const t = await getT('imports')
  const { status, processed, total, error, startedAt } = contactImport
  switch (status) {
    case 'draft':
      return <ResumeUploadForm draft={contactImport} />
    case 'reading':
      return <InMotion title={t('reading.title')} sentence={t('reading.sentence')} done={processed} total={null} />
    case 'running':
      return <InMotion title={t('running.title')} sentence={t('running.leave')} done={processed} total={total} />
    case 'failed':
      return (
        <>
          <Callout tone="negative" title={t(startedAt === null ? 'failedTitle' : 'stoppedTitle')}>
            {error}
          </Callout>
          {startedAt === null ? (
            <Button asChild className="justify-self-start">
              <Link href="/contacts/import">{t('done.another')}</Link>
            </Button>
          ) : (
            <Result contactImport={contactImport} />
          )}
        </>
      )
    case 'done':
    case 'cancelled':
      return <Result contactImport={contactImport} />
    default:
      return <Preparation contactImport={contactImport} />
  }
}

async function Result({ contactImport }: { contactImport: ContactImport }) {
  return <ImportResult contactImport={contactImport} months={await loadMonths(contactImport)} />
}

async function loadMonths({ id, records }: ContactImport) {
  if (records !== 'answers') return []
  const { data } = await (await getPageCaller()).contactImports.answersByMonth({ id })
  return data.months
}

type InMotionProps = { title: string; sentence: string; done: number; total: number | null }

async function InMotion({ title, sentence, done, total }: InMotionProps) {
  const t = await getT('imports')
  return (
    <Section title={title} description={sentence} frame="card">
      <div className="grid gap-2">
        {total !== null && <Progress value={done} max={total} label={title} />}
        <p className="figures text-13 text-ink-soft" aria-live="polite">
          {total === null ? t('reading.progress', { count: done }) : t('running.progress', { done, total })}
        </p>
      </div>
    </Section>
  )
}

async function Preparation({ contactImport }: { contactImport: ContactImport }) {
  const [t, caller] = await Promise.all([getT('imports'), getPageCaller()])
  const { id, status, records, table, settings, total, dryCounts, refusals, isDateOrderCertain, company, sequence } =
    contactImport
  if (table === null || settings === null) return null
  const [
    { data: preview },
    { data: properties },
    { data: locations },
    { data: surveys },
    { data: sequences },
    { data: account },
  ] = await Promise.all([
    caller.contactImports.preview({ id }),
    caller.contactProperties.list({}),
    caller.locations.names(),
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.sequences.browse({ status: 'active', page: 1, limit: 100 }),
    caller.account.get(),
  ])
  // Those of before a change are not shown.
  const counts = status === 'ready' ? dryCounts : null
  const countryName =
    preview.country && new Intl.DisplayNames(await getLocale(), { type: 'region' }).of(preview.country)
  const phoneNote =
    settings.targets.includes('phone') && countryName ? [t('preview.phones', { country: countryName })] : []
  const importable = (total ?? 0) - (counts?.refused ?? 0)
  return (
    <>
      <ImportSettingsSource {...contactImport} timeZone={account.organization?.timeZone ?? 'UTC'} />
      <ImportSettingsEditor
        key={JSON.stringify(table)}
        contactImport={{ id, records, isDateOrderCertain, company }}
        table={table}
        settings={settings}
        rows={preview.rows}
        properties={properties}
        locations={locations}
        surveys={surveys}
        sequences={sequences}
        mayDeclare={account.user.role !== 'member'}
      />
      <Section
        title={t('preview.title')}
        description={[t('counts.rows', { count: total ?? 0 }), ...phoneNote].map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      >
        <ImportPreviewTable table={table} settings={settings} rows={preview.rows} />
      </Section>
      <DryRunCounts
        counts={counts}
        records={records}
        refusals={refusals}
        mayOmit={settings.onUnreadable === 'refuse'}
      />
      <div className="grid justify-items-start gap-2">
        {sequence && <p className="text-14 text-ink-soft">{t('enrolment.note', { sequence: sequence.name })}</p>}
        <StartImportButton id={id} count={importable} disabled={status !== 'ready' || importable === 0} />
      </div>
      <MonthlyResponseComparison months={counts === null ? [] : await loadMonths(contactImport)} isStored={false} />
    </>
  )
}
