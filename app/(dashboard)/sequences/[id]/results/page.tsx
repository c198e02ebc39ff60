import { ChartNoAxesColumn } from 'lucide-react'
import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { SequenceFunnel } from '@/components/sequences/results/sequence-funnel'
import { StepResultsList } from '@/components/sequences/results/step-results-list'
import { SequenceHeader } from '@/components/sequences/sequence-header'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { RefreshOnReturn } from '@/components/ui/lists/refresh-on-return'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, tResults, { id }, caller] = await Promise.all([
    getT('sequences'),
    getT('sequenceResults'),
    params,
    getPageCaller(),
  ])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  return { title: `${tResults('tab')} · ${sequence.name} · ${t('title')}` }
}

export default async function SequenceResultsPage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('sequenceResults'), params, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const [{ data: results }, { data: counts }, { data: warnings }] = await Promise.all([
    caller.sequences.results({ id }),
    caller.sequences.countSendings({ sequenceIds: [id] }),
    caller.sequences.warnings({ id }),
  ])
  return (
    <Page width="medium">
      <RefreshOnReturn />
      <SequenceHeader sequence={sequence} counts={counts} warnings={warnings} />
      {results.funnel.enrolled === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title={t('emptyTitle')}>
          {t('emptySentence')}
        </EmptyState>
      ) : (
        <>
          <SequenceFunnel sequenceId={id} results={results} counts={counts} />
          <StepResultsList sequenceId={id} results={results} />
        </>
      )}
    </Page>
  )
}
