import { getT } from '@/components/i18n/server'
import type { ContactImport, ImportCounts as Counts } from '@/server/imports/contacts/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { ImportCounts, RefusalReasons } from './import-counts'

type DryCountsProps = Pick<ContactImport, 'records' | 'refusals'> & {
  counts: Counts | null
  /** Rows are refused for a value that could be left out. */
  mayOmit: boolean
}

/** What an import would do; null while that is being counted. */
export async function DryRunCounts({ counts, records, refusals, mayOmit }: DryCountsProps) {
  const t = await getT('imports')
  if (counts === null)
    return (
      <Section title={t('counts.title')}>
        <p className="text-14 text-ink-soft" aria-live="polite">
          {t('counts.counting')}
        </p>
      </Section>
    )
  const { newContacts, optedOut } = counts
  return (
    <>
      <Section title={t('counts.title')}>
        <ImportCounts counts={counts} records={records} words="counts" />
        {newContacts > 0 && (
          <p className="text-14 text-ink-soft">{t('counts.newContactsNote', { count: newContacts })}</p>
        )}
        {optedOut > 0 && <Callout>{t('counts.optedOutNote', { count: optedOut })}</Callout>}
      </Section>
      <RefusalReasons refusals={refusals} {...(mayOmit && counts.refused > 0 ? { hint: t('omitHint') } : {})} />
    </>
  )
}
