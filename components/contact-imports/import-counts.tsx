import { getT } from '@/components/i18n/server'
import { type ImportRecords, ROW_OUTCOMES, type RowOutcome } from '@/server/imports/contacts/constants'
import type { ContactImport, ImportCounts as Counts } from '@/server/imports/contacts/schema'
import { cn } from '../ui/cn'
import { Section } from '../ui/content/section'

type ImportCountsProps = { counts: Counts; records: ImportRecords; words: 'counts' | 'results' }

/** In French, answers and contacts differ in gender. */
const ANSWER_WORDS: Partial<Record<RowOutcome, 'unchangedAnswers' | 'duplicateAnswers' | 'refusedAnswers'>> = {
  unchanged: 'unchangedAnswers',
  duplicate: 'duplicateAnswers',
  refused: 'refusedAnswers',
}

/** Key of the words for an outcome, in `counts` and `results`. */
export function selectOutcomeMessageKey(outcome: RowOutcome, records: ImportRecords) {
  return (records === 'answers' ? ANSWER_WORDS[outcome] : undefined) ?? outcome
}

/** What will happen, or has happened, to the rows; outcomes that do not occur are left out. */
export async function ImportCounts({ counts, records, words }: ImportCountsProps) {
  const t = await getT('imports')
  const outcomes = ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] overflow-hidden rounded-card border bg-surface">
      {outcomes.map((outcome) => (
        <div key={outcome} className="-mr-px -mb-px grid content-start gap-0.5 border-r border-b px-4 py-3">
          <dt className="text-13 text-ink-soft">{t(`${words}.${selectOutcomeMessageKey(outcome, records)}`)}</dt>
          <dd className={cn('figures text-20 font-semibold', outcome === 'refused' && 'text-negative-text')}>
            {t('running.number', { count: counts[outcome] })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type RefusalReasonsProps = Pick<ContactImport, 'refusals'> & { hint?: string }

export async function RefusalReasons({ refusals, hint }: RefusalReasonsProps) {
  const t = await getT('imports')
  if (refusals.length === 0) return null
  return (
    <Section title={t('reasons')} description={hint}>
      <ul className="divide-y rounded-card border bg-surface text-14">
        {refusals.map(({ message, count }) => (
          <CountRow key={message} label={message} count={count} />
        ))}
      </ul>
    </Section>
  )
}

export async function CountRow({ label, count }: { label: string; count: number }) {
  const t = await getT('imports')
  return (
    <li className="flex justify-between gap-4 px-4 py-2.5">
      <span>{label}</span>
      <span className="figures text-ink-soft">{t('running.number', { count })}</span>
    </li>
  )
}
