import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PropertyPlaceholdersProvider } from '@/components/contact-properties/property-placeholders'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { toBlankValues } from '@/components/sequences/new-steps'
import { SequenceForm } from '@/components/sequences/sequence-form'
import { isTemplateName, type TemplateName } from '@/components/sequences/templates/sequence-templates'
import { toTemplateValues } from '@/components/sequences/templates/to-template-values'
import { toSurveyChoices } from '@/components/sequences/to-survey-choices'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ template: string }>; searchParams: Promise<SearchParams> }

async function readTemplate(params: Props['params']): Promise<TemplateName | 'blank'> {
  const { template } = await params
  return template === 'blank' || isTemplateName(template) ? template : notFound()
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, templates, template] = await Promise.all([
    getT('sequences'),
    getT('sequenceTemplates'),
    readTemplate(params),
  ])
  return { title: `${templates(`${template}.name`)} · ${t('title')}` }
}

export default async function NewSequenceFormPage({ params, searchParams }: Props) {
  const [t, templates, template, query, caller] = await Promise.all([
    getT('sequences'),
    getT('sequenceTemplates'),
    readTemplate(params),
    searchParams,
    getPageCaller(),
  ])
  const [{ data: surveys }, { data: account }, { data: language }, { data: properties }] = await Promise.all([
    caller.surveys.list({ status: 'active', page: 1, limit: 100 }),
    caller.account.get(),
    caller.surveys.defaultLanguage(),
    caller.contactProperties.list({}),
  ])
  const chosen = surveys.find(({ id }) => id === readTextParam(query, 'survey'))
  return (
    <Page width="narrow">
      <PageHeader
        title={templates(template === 'blank' ? 'title' : `${template}.name`)}
        description={template === 'blank' ? t('newSentence') : templates('formSentence')}
        back={{ href: '/sequences/new', label: templates('back') }}
      />
      <ClientMessages namespaces={['sequences', 'preview', 'properties', 'stepConditions', 'sequenceRules']}>
        <PropertyPlaceholdersProvider properties={properties}>
          <SequenceForm
            {...(template === 'blank'
              ? { prefill: toBlankValues(chosen?.id, language), surveys: toSurveyChoices(surveys) }
              : await prefillFromTemplate(template, { surveys, chosenId: chosen?.id, language }))}
            language={language}
            mayEditWebhooks={account.user.role !== 'member'}
          />
        </PropertyPlaceholdersProvider>
      </ClientMessages>
    </Page>
  )
}

async function prefillFromTemplate(template: TemplateName, context: Parameters<typeof toTemplateValues>[1]) {
  const [t, templates] = await Promise.all([getT('sequences'), getT('sequenceTemplates')])
  const surveyName = templates(`${template}.survey`)
  const { values, surveys: choices } = toTemplateValues(template, context, {
    name: templates(`${template}.name`),
    description: templates(`${template}.sentence`),
    surveyName,
    newSurvey: t('fields.newSurvey', { name: surveyName }),
  })
  return { prefill: values, surveys: choices, template }
}
