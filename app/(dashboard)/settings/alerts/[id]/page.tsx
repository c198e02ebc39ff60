import { LatestTestAlert } from '@/components/alerts/latest-test-alert'
import { RuleActions } from '@/components/alerts/rule-actions'
import { RuleForm } from '@/components/alerts/rule-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { DetailHeader } from '@/components/settings/detail-header'
import { loadAlertFormOptions } from '@/server/api/pages/alert-form-options'
import { getPageCaller, orNotFound, requireMemberAccount } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('alerts'), params, getPageCaller('admin')])
  const { data: rule } = await orNotFound(caller.alerts.getRule({ id }))
  return { title: `${rule.name} · ${t('title')}` }
}

export default async function AlertRulePage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('alerts'), params, getPageCaller('admin')])
  const { data: rule } = await orNotFound(caller.alerts.getRule({ id }))
  const [{ data: account }, choices, { data: latest }] = await Promise.all([
    requireMemberAccount(caller.account.get()),
    loadAlertFormOptions(),
    caller.alerts.log({ ruleId: id, page: 1, limit: 10 }),
  ])
  const test = latest.find(({ subject }) => subject === null)
  return (
    <ClientMessages namespaces={['alerts']}>
      <DetailHeader
        back={{ href: '/settings/alerts', label: t('title') }}
        title={rule.name}
        description={t('editLead')}
        actions={<RuleActions rule={{ id, name: rule.name }} />}
      />
      {test && <LatestTestAlert test={test} timeZone={account.organization.timeZone} />}
      <RuleForm key={id} rule={rule} choices={choices} userId={account.user.id} />
    </ClientMessages>
  )
}
