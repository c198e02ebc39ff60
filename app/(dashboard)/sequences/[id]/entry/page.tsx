import { LogIn } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { CandidateTable } from '@/components/sequences/entry/candidate-table'
import { describeEntryRule, type EntryChoices } from '@/components/sequences/entry/describe-entry-rule'
import { AddEntryRuleDialog } from '@/components/sequences/entry/entry-rule-dialogs'
import { EntryRuleList, type RuleWithForecast } from '@/components/sequences/entry/entry-rule-list'
import { SequenceHeader } from '@/components/sequences/sequence-header'
import { SEQUENCE_TEMPLATES } from '@/components/sequences/templates/sequence-templates'
import { TriggerSection } from '@/components/sequences/trigger/trigger-section'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Rule = RuleWithForecast['rule']
type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, title, { id }, caller] = await Promise.all([getT('entry'), getT('sequences'), params, getPageCaller()])
  const { data } = await orNotFound(caller.sequences.get({ id }))
  return { title: `${t('tab')} · ${data.name} · ${title('title')}` }
}

export default async function EntryPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('entry'), params, searchParams, getPageCaller()])
  const { data: sequence } = await orNotFound(caller.sequences.get({ id }))
  const [{ data: counts }, { data: warnings }, { data: rules }, { data: address }, choices] = await Promise.all([
    caller.sequences.countSendings({ sequenceIds: [id] }),
    caller.sequences.warnings({ id }),
    caller.entryRules.list({ sequenceId: id }),
    caller.triggerAddresses.get({ sequenceId: id }),
    loadEntryChoices(),
  ])
  const suggested = rules.length === 0 ? readSuggestion(query) : null
  const chosen = rules.find((rule) => rule.id === readTextParam(query, 'rule'))
  return (
    <Page>
      <SequenceHeader sequence={sequence} counts={counts} warnings={warnings} />
      <ClientMessages namespaces={['entry', 'trigger']}>
        {chosen ? (
          <Candidates rule={chosen} choices={choices} query={query} />
        ) : (
          <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-6">
            {sequence.status !== 'active' && rules.length > 0 && <Callout>{t('inactive')}</Callout>}
            <Section
              title={t('title')}
              description={t('sentence')}
              {...(suggested ? {} : { action: <AddEntryRuleDialog sequenceId={id} choices={choices} /> })}
            >
              {suggested ? (
                <SuggestedRule template={suggested} sequenceId={id} choices={choices} />
              ) : rules.length === 0 ? (
                <EmptyState icon={LogIn} title={t('emptyTitle')}>
                  {t('emptySentence')}
                </EmptyState>
              ) : (
                <EntryRuleList rules={await loadForecasts(rules)} choices={choices} />
              )}
            </Section>
            <TriggerSection sequenceId={id} address={address} />
          </div>
        )}
      </ClientMessages>
    </Page>
  )
}

/** The rule that the template of a new sequence is made for. */
function readSuggestion(query: SearchParams): SuggestingTemplate | null {
  const name = readTextParam(query, 'template')
  return name === 'onboarding' || name === 'quarterly' ? name : null
}

type SuggestingTemplate = 'onboarding' | 'quarterly'
type SuggestedRuleProps = { template: SuggestingTemplate; sequenceId: string; choices: EntryChoices }

async function SuggestedRule({ template, sequenceId, choices }: SuggestedRuleProps) {
  const t = await getT('sequenceTemplates')
  return (
    <EmptyState
      icon={LogIn}
      title={t('entry.title')}
      action={
        <AddEntryRuleDialog
          sequenceId={sequenceId}
          choices={choices}
          suggestion={SEQUENCE_TEMPLATES[template].entry}
          label={t('entry.add')}
        />
      }
    >
      {t(`entry.${template}`)}
    </EmptyState>
  )
}

async function loadEntryChoices(): Promise<EntryChoices> {
  const [caller, locale] = await Promise.all([getPageCaller(), getLocale()])
  const [{ data: segments }, { data: surveys }, { data: properties }] = await Promise.all([
    caller.segments.names(),
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.contactProperties.list({}),
  ])
  return {
    segments,
    surveys: surveys.map(({ id, name }) => ({ id, name })),
    dateProperties: properties.flatMap(({ key, type, label }) =>
      type === 'date' ? [{ key, label: label[locale] }] : [],
    ),
  }
}

async function loadForecasts(rules: readonly Rule[]): Promise<RuleWithForecast[]> {
  const caller = await getPageCaller()
  return Promise.all(
    rules.map(async (rule) => ({ rule, forecast: (await caller.entryRules.forecast({ id: rule.id })).data })),
  )
}

type CandidatesProps = { rule: Rule; choices: EntryChoices; query: SearchParams }

async function Candidates({ rule, choices, query }: CandidatesProps) {
  const [t, locale, caller] = await Promise.all([getT('entry'), getLocale(), getPageCaller()])
  const { data, meta } = await caller.entryRules.candidates({ ruleId: rule.id, page: readPageNumber(query), limit: 50 })
  const path = `/sequences/${rule.sequenceId}/entry`
  const title = t('logOf', { rule: describeEntryRule(t, locale, rule, choices) })
  return (
    <Section title={title} action={<TextLink href={path}>{t('back')}</TextLink>}>
      {data.length === 0 ? (
        <EmptyState icon={LogIn} title={t('logEmptyTitle')}>
          {t('logEmpty')}
        </EmptyState>
      ) : (
        <CandidateTable caption={title} sequenceId={rule.sequenceId} candidates={data} />
      )}
      <Pagination meta={meta} path={path} params={query} />
    </Section>
  )
}
