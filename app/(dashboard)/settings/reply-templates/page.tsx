import { MessageSquareReply } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TemplateActions, TemplateDialog } from '@/components/reviews/later'
import { NoAccess } from '@/components/settings/no-access'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, settings] = await Promise.all([getT('reviews'), getT('settings')])
  return { title: `${t('templates.title')} · ${settings('title')}` }
}

export default async function ReplyTemplatesPage() {
  const caller = await api()
  const { data: account } = await caller.account.get()
  if (account.user.role === 'member') return <NoAccess organization={account.organization.name} />
  const [t, common, { data: templates }] = await Promise.all([
    getT('reviews'),
    getT('common'),
    caller.reviews.templates(),
  ])
  return (
    <ClientMessages namespaces={['reviews']}>
      <Section title={t('templates.title')} description={t('templates.lead')} action={<TemplateDialog />}>
        {templates.length > 0 ? (
          <Table>
            <thead>
              <tr>
                <HeaderCell>{t('templates.name')}</HeaderCell>
                <HeaderCell>{t('templates.languages')}</HeaderCell>
                <HeaderCell>
                  <span className="sr-only">{t('templates.actions')}</span>
                </HeaderCell>
              </tr>
            </thead>
            <tbody>
              {templates.map((template) => (
                <Row key={template.id}>
                  <Cell className="font-medium">
                    <span className="block max-w-[28ch] truncate sm:max-w-[44ch]">{template.name}</span>
                  </Cell>
                  <Cell className="text-ink-soft">
                    {(['en', 'fr'] as const)
                      .filter((language) => template.texts[language] !== '')
                      .map((language) => common(`language.${language}`))
                      .join(', ')}
                  </Cell>
                  <Cell align="right">
                    <TemplateActions template={template} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        ) : (
          <EmptyState icon={MessageSquareReply} title={t('templates.emptyTitle')}>
            {t('templates.emptyBody')}
          </EmptyState>
        )}
      </Section>
    </ClientMessages>
  )
}
