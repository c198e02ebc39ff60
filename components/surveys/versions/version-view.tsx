import type { Survey } from '@/server/surveys/schema'
import type { SurveyVersion } from '@/server/surveys/versions/schema'
import type { Language } from '@/server/validation/schema'
import { ActorName } from '../../audit/audit-table'
import { ClientMessages } from '../../i18n/client-messages'
import { getT } from '../../i18n/server'
import { DefinitionList } from '../../ui/content/definition-list'
import { Section } from '../../ui/content/section'
import { Time } from '../../ui/content/time'
import { TextLink } from '../../ui/controls/text-link'
import { describeSurveyContent } from '../describe-survey'
import { toSurveyDraft } from '../survey-draft'
import { ChangeList } from './change-list'
import { RestoreVersionButton } from './restore-version-button'

type VersionViewProps = { survey: Survey; version: SurveyVersion; language: Language; path: string }

/** One version in words, and what restoring it would change. */
export async function VersionView({ survey, version, language, path }: VersionViewProps) {
  const [t, surveys, common] = await Promise.all([getT('surveyVersions'), getT('surveys'), getT('common')])
  const { number, actor, createdAt, changesOnRestore, questions, endings, layout } = version
  const draft = toSurveyDraft({ ...survey, questions, endings, layout }, language)
  const fields = describeSurveyContent(draft, { t: surveys, common })
  return (
    <>
      <Section
        title={t('number', { number })}
        description={
          <>
            {actor ? <ActorName actor={actor} /> : t('unknownActor')} · <Time value={createdAt} as="datetime" />
          </>
        }
        action={<TextLink href={path}>{t('back')}</TextLink>}
      >
        {changesOnRestore.length > 0 && (
          <div className="grid justify-items-start gap-3 rounded-card border bg-sunken p-4">
            <p className="text-13 font-medium">{t('onRestore')}</p>
            <ChangeList changes={changesOnRestore} />
            <p className="max-w-[65ch] text-13 text-ink-soft">{t('restoreHelp')}</p>
            <ClientMessages namespaces={['surveyVersions']}>
              <RestoreVersionButton surveyId={survey.id} number={number} />
            </ClientMessages>
          </div>
        )}
      </Section>
      <Section title={t('content')} frame="card">
        <DefinitionList
          items={fields.map(([label, value]) => ({
            label,
            value: value && <span className="whitespace-pre-line">{value}</span>,
          }))}
        />
      </Section>
    </>
  )
}
