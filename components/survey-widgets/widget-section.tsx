import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import type { LinkReferences } from '../survey-links/survey-link-form'
import { AnswerCounts } from '../survey-links/survey-link-table'
import { Badge } from '../ui/content/badge'
import { Section } from '../ui/content/section'
import { TextLink } from '../ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { WidgetActions } from './widget-actions'
import { CreateWidgetDialog } from './widget-dialog'

type WidgetRow = { widget: SurveyWidget; references: LinkReferences }
type SectionProps = { surveyId: string; widgets: readonly WidgetRow[] }

export async function WidgetSection({ surveyId, widgets }: SectionProps) {
  const t = await getT('surveyWidgets')
  return (
    <ClientMessages namespaces={['surveyWidgets']}>
      <Section title={t('title')} description={t('sentence')} action={<CreateWidgetDialog surveyId={surveyId} />}>
        {widgets.length === 0 ? (
          <p className="text-14 text-ink-soft">{t('empty')}</p>
        ) : (
          <WidgetTable widgets={widgets} />
        )}
      </Section>
    </ClientMessages>
  )
}

async function WidgetTable({ widgets }: Pick<SectionProps, 'widgets'>) {
  const t = await getT('surveyWidgets')
  return (
    <Table>
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr>
          <HeaderCell>{t('columns.name')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('columns.kind')}</HeaderCell>
          <HeaderCell align="right">{t('columns.answers')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('columns.state')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {widgets.map(({ widget, references }) => (
          <Row key={widget.id}>
            <Cell>
              <TextLink href={`/surveys/${widget.surveyId}/widgets/${widget.id}`}>
                <bdi>{widget.name}</bdi>
              </TextLink>
              <span className="block text-13 wrap-anywhere text-ink-soft">{widget.origins.join(' · ')}</span>
            </Cell>
            <Cell className="max-md:hidden">{t(`kinds.${widget.kind}`)}</Cell>
            <Cell align="right">
              <AnswerCounts link={widget} />
            </Cell>
            <Cell className="max-sm:hidden">
              <WidgetState state={widget.state} />
            </Cell>
            <Cell align="right">
              <WidgetActions widget={widget} references={references} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

export async function WidgetState({ state }: Pick<SurveyWidget, 'state'>) {
  const t = await getT('surveyWidgets')
  return <Badge {...(state === 'open' ? { tone: 'positive' as const } : {})}>{t(`states.${state}`)}</Badge>
}
