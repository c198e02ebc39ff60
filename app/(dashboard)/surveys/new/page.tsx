import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { SurveyEditor } from '@/components/surveys/survey-editor'
import { SurveyImport } from '@/components/surveys/survey-import'
import { SurveyTemplateList } from '@/components/surveys/survey-template-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('surveys')
  return { title: `${t('newTitle')} · ${t('title')}` }
}

export default async function NewSurveyPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, templateT, locale, params, caller] = await Promise.all([
    getT('surveys'),
    getT('surveyTemplates'),
    getLocale(),
    searchParams,
    getPageCaller(),
  ])
  const [{ data: language }, { data: templates }] = await Promise.all([
    caller.surveys.defaultLanguage(),
    caller.surveys.templates(),
  ])
  if (params.from === 'json')
    return (
      <Page>
        <PageHeader
          title={t('file.title')}
          description={t('file.sentence')}
          back={{ href: '/surveys/new', label: t('newTitle') }}
        />
        <ClientMessages namespaces={['surveys', 'sequences', 'preview']}>
          <SurveyImport language={language} />
        </ClientMessages>
      </Page>
    )
  const template = templates.find(({ key }) => key === params.template)
  const name = template?.name[locale] ?? ''
  return (
    <Page>
      <PageHeader
        title={t('newTitle')}
        description={template ? templateT('from', { name }) : t('newSentence')}
        back={{ href: '/surveys', label: t('title') }}
        actions={
          template ? (
            <TextLink href="/surveys/new">{templateT('other')}</TextLink>
          ) : (
            <TextLink href="/surveys/new?from=json">{t('file.link')}</TextLink>
          )
        }
      />
      {!template && (
        <>
          <Section title={templateT('title')} description={templateT('sentence')}>
            <SurveyTemplateList templates={templates} />
          </Section>
          <h2 className="text-14 font-semibold">{templateT('own')}</h2>
        </>
      )}
      <ClientMessages namespaces={['surveys', 'sequences', 'preview']}>
        <SurveyEditor
          key={template?.key ?? 'own'}
          language={language}
          {...(template
            ? {
                template: {
                  ...template,
                  name,
                  endings: [],
                  thanks: {},
                  fields: [],
                  cooldownDays: null,
                  changeHours: null,
                  priority: 'normal',
                },
              }
            : {})}
        />
      </ClientMessages>
    </Page>
  )
}
