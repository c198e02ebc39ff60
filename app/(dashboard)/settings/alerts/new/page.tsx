import { RuleForm } from '@/components/alerts/rule-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { DetailHeader } from '@/components/settings/detail-header'
import { loadAlertFormOptions } from '@/server/api/pages/alert-form-options'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('alerts')
  return { title: `${t('newTitle')} · ${t('title')}` }
}

export default async function NewAlertRulePage() {
  const [t, caller] = await Promise.all([getT('alerts'), getPageCaller('admin')])
  const [{ data: account }, choices] = await Promise.all([caller.account.get(), loadAlertFormOptions()])
  return (
    <ClientMessages namespaces={['alerts']}>
      <DetailHeader
        back={{ href: '/settings/alerts', label: t('title') }}
        title={t('newTitle')}
        description={t('newLead')}
      />
      <RuleForm choices={choices} userId={account.user.id} />
    </ClientMessages>
  )
}
