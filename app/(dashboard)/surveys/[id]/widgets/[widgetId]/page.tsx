import { ExternalLink } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SigningSecret } from '@/components/survey-links/signing-secret'
import { AnswerCounts } from '@/components/survey-links/survey-link-table'
import { WidgetActions } from '@/components/survey-widgets/widget-actions'
import { embedCode, identityCode, policyCode, SIGNING_EXAMPLES } from '@/components/survey-widgets/widget-code'
import { WidgetState } from '@/components/survey-widgets/widget-section'
import { WidgetSettings } from '@/components/survey-widgets/widget-settings'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { TextLink } from '@/components/ui/controls/text-link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import { readLinkReferences } from '../../sharing/link-references'

type Props = { params: Promise<{ id: string; widgetId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, reference, caller] = await Promise.all([getT('surveyWidgets'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.surveyWidgets.get(reference))).data.name} · ${t('title')}` }
}

export default async function WidgetPage({ params }: Props) {
  const [sharing, reference, caller] = await Promise.all([getT('sharing'), params, getPageCaller()])
  const { data: widget } = await orNotFound(caller.surveyWidgets.get(reference))
  const references = await readLinkReferences(widget)
  const path = `/surveys/${reference.id}/sharing`
  return (
    <Page width="medium">
      <PageHeader
        title={widget.name}
        badge={<WidgetState state={widget.state} />}
        back={{ href: path, label: sharing('tab') }}
        actions={
          <ClientMessages namespaces={['surveyWidgets']}>
            <WidgetActions widget={widget} references={references} deletedHref={path} />
          </ClientMessages>
        }
      />
      <EmbedSection widget={widget} />
      <WidgetSettings widget={widget} references={references} answers={<AnswerCounts link={widget} />} />
      <IdentitySection widget={widget} />
    </Page>
  )
}

async function EmbedSection({ widget }: { widget: SurveyWidget }) {
  const t = await getT('surveyWidgets')
  return (
    <Section
      title={t('code.title')}
      description={t('code.sentence')}
      action={
        <Button asChild>
          <a href={`/surveys/${widget.surveyId}/widgets/${widget.id}/try`} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
            {t('code.try')}
          </a>
        </Button>
      }
    >
      <CodeBlock title={t('code.snippet')} code={embedCode(widget, t('code.inline'))} />
      <p className="text-13 text-ink-soft">
        {t('code.csp')} <TextLink href="/docs/widget">{t('code.guide')}</TextLink>
      </p>
      <CodeBlock title="HTTP" code={policyCode(widget.frameUrl)} />
    </Section>
  )
}

async function IdentitySection({ widget }: { widget: SurveyWidget }) {
  const t = await getT('surveyWidgets')
  return (
    <Section title={t('identity.title')} description={t('identity.sentence')}>
      <ClientMessages namespaces={['surveyWidgets']}>
        <SigningSecret reference={{ id: widget.surveyId, widgetId: widget.id }} />
      </ClientMessages>
      <p className="text-13 text-ink-soft">{t('identity.sign')}</p>
      {SIGNING_EXAMPLES.map(({ title, code }) => (
        <CodeBlock key={title} title={title} code={code} />
      ))}
      <p className="text-13 text-ink-soft">{t('identity.pass')}</p>
      <CodeBlock title={t('code.snippet')} code={identityCode(widget)} />
    </Section>
  )
}
