import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { PageHeader } from '@/components/ui/content/page'
import type { Survey } from '@/server/surveys/schema'
import { LazySurveyActions } from './lazy-survey-actions'
import type { SurveyActionsProps } from './survey-actions'
import { type SurveyTab, SurveyTabs } from './survey-tabs'

type SurveyHeaderProps = {
  survey: Pick<Survey, 'id' | 'name' | 'type' | 'status'>
  responses: number
  alerts: SurveyActionsProps['alerts']
  tab: SurveyTab
  actions?: ReactNode
}

/** Title, actions and tabs of the pages of a survey. */
export async function SurveyHeader({
  survey: { id, name, type, status },
  responses,
  alerts,
  tab,
  actions,
}: SurveyHeaderProps) {
  const t = await getT('surveys')
  return (
    <>
      <PageHeader
        title={name}
        badge={status === 'archived' ? <Badge>{t('statuses.archived')}</Badge> : undefined}
        description={t('facts', { type: t(`typeNames.${type}`), count: responses })}
        back={{ href: '/surveys', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['surveys']}>
              <LazySurveyActions survey={{ id, name, status, responses }} alerts={alerts} />
            </ClientMessages>
            {actions}
          </>
        }
      />
      <SurveyTabs surveyId={id} current={tab} />
    </>
  )
}
