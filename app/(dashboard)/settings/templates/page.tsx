import { MessageSquareReply } from 'lucide-react'
import { PropertyPlaceholdersProvider } from '@/components/contact-properties/property-placeholders'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TemplateDialog } from '@/components/reply-templates/template-dialog'
import { TemplateTable } from '@/components/reply-templates/template-table'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('templates'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function ReplyTemplatesPage() {
  const caller = await getPageCaller('admin')
  const [t, { data: templates }, { data: properties }] = await Promise.all([
    getT('templates'),
    caller.replyTemplates.list({}),
    caller.contactProperties.list({}),
  ])
  return (
    <ClientMessages namespaces={['templates']}>
      <PropertyPlaceholdersProvider properties={properties}>
        <Section title={t('title')} description={t('lead')} action={<TemplateDialog />}>
          {templates.length > 0 ? (
            <TemplateTable templates={templates} />
          ) : (
            <EmptyState icon={MessageSquareReply} title={t('emptyTitle')}>
              {t('emptyBody')}
            </EmptyState>
          )}
        </Section>
      </PropertyPlaceholdersProvider>
    </ClientMessages>
  )
}
