import { getT } from '@/components/i18n/server'
import type { SurveyLink } from '@/server/survey-links/schema'
import { Badge } from '../ui/content/badge'
import { CopyButton } from '../ui/controls/copy-button'
import { TextLink } from '../ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { SurveyLinkActions } from './survey-link-actions'
import type { LinkReferences } from './survey-link-form'

type TableProps = { links: readonly { link: SurveyLink; references: LinkReferences }[] }

export async function SurveyLinkTable({ links }: TableProps) {
  const t = await getT('sharing')
  return (
    <Table>
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr>
          <HeaderCell>{t('columns.name')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('columns.address')}</HeaderCell>
          <HeaderCell align="right">{t('columns.answers')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('columns.state')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {links.map(({ link, references }) => (
          <Row key={link.id}>
            <Cell>
              <TextLink href={`/surveys/${link.surveyId}/sharing/${link.id}`}>
                <bdi>{link.name}</bdi>
              </TextLink>
              <span className="block text-13 text-ink-soft">{describePlace(link, references)}</span>
            </Cell>
            <Cell className="max-md:hidden">
              <span className="flex items-center gap-1.5">
                <span className="max-w-[40ch] truncate font-mono text-13">{shortAddress(link.url)}</span>
                <CopyButton text={link.url} />
              </span>
            </Cell>
            <Cell align="right">
              <AnswerCounts link={link} />
            </Cell>
            <Cell className="max-sm:hidden">
              <Badge {...(link.state === 'open' ? { tone: 'positive' as const } : {})}>
                {t(`states.${link.state}`)}
              </Badge>
            </Cell>
            <Cell align="right">
              <SurveyLinkActions link={link} references={references} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

type CountedLink = Pick<SurveyLink, 'id' | 'answers' | 'quota' | 'flagged'>

export async function AnswerCounts({ link: { id, answers, quota, flagged } }: { link: CountedLink }) {
  const t = await getT('sharing')
  return (
    <span className="figures">
      <TextLink href={`/responses?link=${id}`}>
        {quota === null ? answers : t('answersOf', { answers, quota })}
      </TextLink>
      {flagged > 0 && (
        <span className="block text-13">
          <TextLink href={`/responses?link=${id}&status=flagged`}>{t('flagged', { count: flagged })}</TextLink>
        </span>
      )}
    </span>
  )
}

function describePlace({ placement }: SurveyLink, { location, employee }: LinkReferences): string {
  return [placement, location?.label, employee?.label].filter(Boolean).join(' · ')
}

/** As people type it. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
