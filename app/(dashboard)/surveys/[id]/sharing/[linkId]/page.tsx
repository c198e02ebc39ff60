import { Download, ExternalLink } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { QrSvg, toQrSvgDataUrl } from '@/components/survey-links/qr-svg'
import { SigningSecret } from '@/components/survey-links/signing-secret'
import { SurveyLinkActions } from '@/components/survey-links/survey-link-actions'
import { SurveyLinkPoster } from '@/components/survey-links/survey-link-poster'
import { AnswerCounts, shortAddress } from '@/components/survey-links/survey-link-table'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { CopyButton } from '@/components/ui/controls/copy-button'
import { TextLink } from '@/components/ui/controls/text-link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import type { SurveyLinkReference } from '@/server/survey-links/schema'
import { readLinkReferences } from '../link-references'

type Props = { params: Promise<{ id: string; linkId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, reference, caller] = await Promise.all([getT('sharing'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.surveyLinks.get(reference))).data.name} · ${t('tab')}` }
}

export default async function SurveyLinkPage({ params }: Props) {
  const [t, reference, caller] = await Promise.all([getT('sharing'), params, getPageCaller()])
  const [{ data: poster }, { data: survey }] = await Promise.all([
    orNotFound(caller.surveyLinks.poster(reference)),
    orNotFound(caller.surveys.get({ id: reference.id })),
  ])
  const { link, qr } = poster
  const references = await readLinkReferences(link)
  const path = `/surveys/${reference.id}/sharing`
  return (
    <Page width="medium">
      <div data-print="hide" className="grid gap-6">
        <PageHeader
          title={link.name}
          badge={
            <Badge {...(link.state === 'open' ? { tone: 'positive' as const } : {})}>{t(`states.${link.state}`)}</Badge>
          }
          back={{ href: path, label: t('title') }}
          actions={
            <ClientMessages namespaces={['sharing']}>
              <SurveyLinkActions link={link} references={references} deletedHref={path} />
            </ClientMessages>
          }
        />
        <Section title={t('link.qr')} frame="card">
          <div className="flex flex-wrap items-center gap-6">
            <QrSvg qr={qr} label={t('link.alt', { url: link.url })} className="w-40 rounded-card border border-line" />
            <div className="grid min-w-0 flex-1 gap-4">
              <p className="font-mono text-14 wrap-anywhere">{shortAddress(link.url)}</p>
              <div className="flex flex-wrap gap-2">
                <CopyButton text={link.url} label={t('link.copy')} />
                <Button size="small" asChild>
                  <a href={toQrSvgDataUrl(qr)} download={`${link.slug}.svg`}>
                    <Download size={14} aria-hidden />
                    {t('link.download')}
                  </a>
                </Button>
                <Button size="small" asChild>
                  <a href={link.url} target="_blank" rel="noreferrer">
                    <ExternalLink size={14} aria-hidden />
                    {t('link.openPage')}
                  </a>
                </Button>
              </div>
              <DefinitionList
                items={[
                  { label: t('columns.answers'), value: <AnswerCounts link={link} /> },
                  { label: t('fields.placement'), value: link.placement },
                  { label: t('fields.location'), value: references.location?.label },
                  { label: t('fields.employee'), value: references.employee?.label },
                ]}
              />
            </div>
          </div>
        </Section>
        {survey.fields.some(({ signed }) => signed) && <SecretSection reference={reference} />}
      </div>
      <section className="grid gap-3" aria-labelledby="poster">
        <div data-print="hide">
          <h2 id="poster" className="text-16 font-semibold">
            {t('link.poster')}
          </h2>
          <p className="text-14 text-ink-soft">{t('link.posterSentence')}</p>
        </div>
        <ClientMessages namespaces={['sharing']}>
          <SurveyLinkPoster poster={poster} />
        </ClientMessages>
      </section>
    </Page>
  )
}

async function SecretSection({ reference }: { reference: SurveyLinkReference }) {
  const [t, widgets] = await Promise.all([getT('sharing'), getT('surveyWidgets')])
  return (
    <Section title={t('link.secret')} description={t('link.secretSentence')}>
      <ClientMessages namespaces={['surveyWidgets']}>
        <SigningSecret reference={reference} />
      </ClientMessages>
      <p className="text-13 text-ink-soft">
        {widgets('identity.sign')} <TextLink href="/docs/survey-addresses">{widgets('code.guide')}</TextLink>
      </p>
    </Section>
  )
}
