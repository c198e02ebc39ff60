import { getT } from '@/components/i18n/server'
import type { ContactImport } from '@/server/imports/contacts/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { UndoImportButton } from './import-buttons'
import { ImportCounts, RefusalReasons } from './import-counts'

export async function ImportResult({ contactImport }: { contactImport: ContactImport }) {
  const t = await getT('imports')
  const { id, status, counts, refusals, undo } = contactImport
  return (
    <>
      <UndoState undo={undo} />
      <Section
        title={t('done.title')}
        description={t(status === 'done' ? 'done.doneSentence' : 'done.cancelledSentence')}
        action={undo.state === 'possible' || undo.state === 'failed' ? <UndoImportButton id={id} /> : undefined}
      >
        <ImportCounts counts={counts} words="results" />
      </Section>
      <RefusalReasons refusals={refusals} />
      {counts.refused > 0 && undo.state !== 'expired' && (
        <div className="grid justify-items-start gap-1.5">
          <Button asChild>
            <a href={`/api/contact-imports?id=${id}`} download>
              {t('done.download')}
            </a>
          </Button>
          <p className="text-13 text-ink-faint">{t('done.downloadHelp')}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href="/contacts">{t('done.contacts')}</Link>
        </Button>
        <Button asChild>
          <Link href="/contacts/import">{t('done.another')}</Link>
        </Button>
      </div>
    </>
  )
}

const UNDO_COUNTS = {
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
