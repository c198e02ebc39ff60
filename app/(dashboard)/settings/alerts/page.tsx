import { BellRing } from 'lucide-react'
import { AlertLog } from '@/components/alerts/alert-log'
import { RuleTable } from '@/components/alerts/rule-table'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { AlertState } from '@/server/alerts/schema'
import { loadAlertFormOptions } from '@/server/api/pages/alert-form-options'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('alerts'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function AlertRulesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [caller, params, t] = await Promise.all([getPageCaller('admin'), searchParams, getT('alerts')])
  const [{ data: rules }, { data: account }, choices] = await Promise.all([
    caller.alerts.listRules(),
    requireMemberAccount(caller.account.get()),
    loadAlertFormOptions(),
  ])
  const state = AlertState.options.find((option) => option === readTextParam(params, 'state'))
  const rule = rules.find(({ id }) => id === readTextParam(params, 'rule'))
  const { data: alerts, meta } = await caller.alerts.log({
    page: readPageNumber(params),
    limit: 25,
    ...(state && { state }),
    ...(rule && { ruleId: rule.id }),
  })
  const create = (
    <Button variant="primary" asChild>
      <Link href="/settings/alerts/new" aria-keyshortcuts="c">
        {t('create')}
      </Link>
    </Button>
  )
  return (
    <ClientMessages namespaces={['alerts']}>
      {alerts.some((alert) => alert.state === 'waiting') && <AutoRefresh key={JSON.stringify(alerts)} />}
      <Section title={t('title')} description={t('lead')} action={rules.length > 0 && create}>
        {rules.length > 0 ? (
          <RuleTable rules={rules} choices={choices} />
        ) : (
          <EmptyState icon={BellRing} title={t('emptyTitle')} action={create}>
            {t('emptyBody')}
          </EmptyState>
        )}
      </Section>
      {rules.length > 0 && (
        <AlertLog {...{ params, alerts, meta, state, rule, rules }} timeZone={account.organization.timeZone} />
      )}
    </ClientMessages>
  )
}
