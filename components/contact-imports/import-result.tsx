import { getT } from '@/components/i18n/server'
import type { ContactImport, ResponsesByMonth } from '@/server/imports/contacts/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { UndoImportButton } from './import-buttons'
import { CountRow, ImportCounts, RefusalReasons } from './import-counts'
import { MonthlyResponseComparison } from './monthly-response-comparison'

type ImportResultProps = { contactImport: ContactImport; months: ResponsesByMonth['months'] }

const DESCRIPTIONS: Partial<Record<ContactImport['status'], 'done.doneSentence' | 'done.cancelledSentence'>> = {
  done: 'done.doneSentence',
  cancelled: 'done.cancelledSentence',
}

export async function ImportResult({ contactImport, months }: ImportResultProps) {
  const t = await getT('imports')
  const { id, status, records, counts, refusals, undo, sequence, notEnrolled } = contactImport
  return (
    <>
      <UndoState undo={undo} />
      <Section
        title={t('done.title')}
        description={DESCRIPTIONS[status] && t(DESCRIPTIONS[status])}
        action={undo.state === 'possible' || undo.state === 'failed' ? <UndoImportButton id={id} /> : undefined}
      >
        <ImportCounts counts={counts} records={records} words="results" />
        {counts.newContacts > 0 && (
          <p className="text-14 text-ink-soft">{t('results.newContactsNote', { count: counts.newContacts })}</p>
        )}
      </Section>
      {sequence && <EnrolmentResult enrolled={counts.enrolled} notEnrolled={notEnrolled} sequence={sequence} />}
      <RefusalReasons refusals={refusals} />
      {refusals.length > 0 && undo.state !== 'expired' && (
        <div className="grid justify-items-start gap-1.5">
          <Button asChild>
            <a href={`/api/contact-imports?id=${id}`} download>
              {t('done.download')}
            </a>
          </Button>
          <p className="text-13 text-ink-faint">{t('done.downloadHelp')}</p>
        </div>
      )}
      {undo.state !== 'expired' && undo.state !== 'done' && <MonthlyResponseComparison months={months} isStored />}
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          {records === 'answers' ? (
            <Link href="/responses">{t('months.responses')}</Link>
          ) : (
            <Link href="/contacts">{t('done.contacts')}</Link>
          )}
        </Button>
        <Button asChild>
          <Link href="/contacts/import">{t('done.another')}</Link>
        </Button>
      </div>
    </>
  )
}

type EnrolmentResultProps = {
  enrolled: number
  notEnrolled: ContactImport['notEnrolled']
  sequence: { id: string; name: string }
}

async function EnrolmentResult({ enrolled, notEnrolled, sequence: { id, name } }: EnrolmentResultProps) {
  const t = await getT('imports')
  return (
    <Section
      title={t('enrolment.title', { sequence: name })}
      action={
        <Button asChild>
          <Link href={`/sequences/${id}/sendings`}>{t('enrolment.people')}</Link>
        </Button>
      }
    >
      <ul className="divide-y rounded-card border bg-surface text-14">
        <CountRow label={t('enrolment.enrolled')} count={enrolled} />
        {notEnrolled.map(({ reason, count }) => (
          <CountRow key={reason} label={t(`enrolment.not.${reason}`)} count={count} />
        ))}
      </ul>
    </Section>
  )
}

const UNDO_COUNTS = {
  enrolmentsCancelled: 'undo.enrolmentsCancelled',
  answersDeleted: 'undo.answersDeleted',
  answersKept: 'undo.answersKept',
  deleted: 'undo.deleted',
  restored: 'undo.restored',
  changed: 'undo.changed',
  contacted: 'undo.keptContacted',
  gone: 'undo.gone',
} as const

async function UndoState({ undo: { state, counts } }: Pick<ContactImport, 'undo'>) {
  const t = await getT('imports')
  if (state === 'contacted' || state === 'expired') return <Callout>{t(`undo.${state}`)}</Callout>
  if (state === 'failed') return <Callout tone="negative">{t('undo.failed')}</Callout>
  if (state !== 'running' && state !== 'done') return null
  const lines = Object.entries(UNDO_COUNTS).flatMap(([outcome, key]) => {
    const count = counts[outcome] ?? 0
    return count > 0 ? [t(key, { count })] : []
  })
  return (
    <Callout tone={state === 'done' ? 'positive' : 'info'} title={t(`undo.${state}`)}>
      {state === 'running' && <p>{t('undo.runningSentence')}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
